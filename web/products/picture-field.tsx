import { CloseButton, Input } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { FileDrop, WhereDropped } from '../ui/file-drop.tsx'
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
  const chosen = usePreview(value)
  const shown = typeof value === 'string' && productid ? pictureAddress({ productid, picture: value }) : chosen

  const choose = (file: File) => {
    const refused = refusedPicture(file)
    if (refused) onError(refused)
    else onChange(file)
  }

  return (
    <Input.Wrapper id={id} label="Picture (optional)" error={error} className={classes.field}>
      <FileDrop
        id={id}
        className={classes.frame}
        data-path="picture"
        accept={PICTURE_KINDS.join()}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChoose={choose}
      >
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
              Choose<WhereDropped> or drop</WhereDropped>
            </span>
          </span>
        )}
      </FileDrop>
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
