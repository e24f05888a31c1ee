import { CloseButton, Input } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { PICTURE_KINDS, pictureAddress, refusedPicture } from './picture.ts'
import classes from './picture-field.module.css'

/** What a product has, by its name; a file that it is to get; or none. */
export type PictureChoice = string | File | null

type Props = {
  productid: number | undefined
  value: PictureChoice
  onChange: (picture: PictureChoice) => void
  error?: ReactNode
  onError: (message: string) => void
}

/** A picture, picked, taken by a phone's camera or dropped here. */
export function PictureField({ productid, value, onChange, error, onError }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const chosen = usePreview(value)
  const shown = typeof value === 'string' && productid ? pictureAddress({ productid, picture: value }) : chosen

  const choose = (file: File | undefined) => {
    if (!file) return
    const refused = refusedPicture(file)
    if (refused) onError(refused)
    else onChange(file)
  }

  return (
    <Input.Wrapper id={id} label="Picture (optional)" error={error} className={classes.field}>
      <div className={classes.frame} data-over={isOver || undefined} data-error={error ? true : undefined}>
        <input
          id={id}
          type="file"
          className={classes.input}
          data-path="picture"
          accept={PICTURE_KINDS.join()}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0])
            event.currentTarget.value = '' // or the same file could not be chosen again
          }}
        />
        {shown ? (
          <img
            className={classes.picture}
            src={shown}
            alt="As it will be shown"
            onError={() => {
              if (typeof value === 'string') return
              onChange(null)
              onError('This picture cannot be read. Use another one.')
            }}
          />
        ) : (
          <span className={classes.hint} aria-hidden>
            <IconPhotoPlus size={24} stroke={1.5} />
            <span>
              Choose<span className={classes.drop}> or drop</span>
            </span>
          </span>
        )}
      </div>
      {value && <CloseButton className={classes.remove} size="sm" aria-label="Remove picture" onClick={() => onChange(null)} />}
    </Input.Wrapper>
  )
}

/** A chosen file as the address of a picture. */
function usePreview(value: PictureChoice) {
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (!(value instanceof File)) return setPreview(undefined)
    const reader = new FileReader()
    reader.onload = () => setPreview(String(reader.result))
    reader.readAsDataURL(value)
    return () => reader.abort()
  }, [value])
  return value instanceof File ? preview : undefined
}
