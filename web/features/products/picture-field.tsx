import { Box, Button, CloseButton, Input } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { pictureErrors } from '../../../contract/product-pictures.ts'
import { DropHint, FileDrop } from '../../ui/form/file-drop.tsx'
import { findPictureError, getPictureUrl, PICTURE_KINDS } from './picture.ts'
import classes from './product-form.module.css'

/** The name of the stored picture, a chosen file, or none. */
export type PictureChoice = string | File | null

type Props = {
  productid: number | undefined
  value: PictureChoice
  onChange: (picture: PictureChoice) => void
  error?: ReactNode
  /** Whether the last chosen file was rejected; `value` is the choice before it. */
  isRefused: boolean
  /** The reason; null when the user has decided. */
  onRefuse: (reason: string | null) => void
}

/** A phone or a tablet, which has a camera at its back. */
const HANDHELD = '(pointer: coarse), (max-width: 767px)'

/** A picture: chosen, dropped, or taken with the camera of a phone. */
export function PictureField({ productid, value, onChange, error, isRefused, onRefuse }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isHandheld = useMediaQuery(HANDHELD, undefined, { getInitialValueInEffect: false })
  const [lastReadable, setLastReadable] = useState(value)
  const chosen = usePreview(value)
  const shown = typeof value === 'string' && productid ? getPictureUrl({ productid, picture: value }) : chosen

  const choose = (file: File) => {
    const refused = findPictureError(file)
    onRefuse(refused ?? null)
    if (refused) return
    if (!(value instanceof File)) setLastReadable(value)
    onChange(file)
  }

  const decide = (picture: PictureChoice) => {
    onRefuse(null)
    if (picture !== value) onChange(picture)
    input.current?.focus() // the pressed button is gone
  }

  return (
    <Box pos="relative">
      <Input.Wrapper id={id} label="Picture (optional)" error={error}>
        <FileDrop
          ref={input}
          id={id}
          className={classes.frame}
          data-path="picture"
          accept={PICTURE_KINDS.join()}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChoose={choose}
        >
          {shown ? (
            <Box
              component="img"
              pos="absolute"
              inset={0}
              w="100%"
              h="100%"
              style={{ objectFit: 'contain', pointerEvents: 'none' }}
              src={shown}
              alt="Product preview"
              onLoad={() => setLastReadable(value)}
              onError={() => {
                if (!(value instanceof File)) return
                onChange(lastReadable)
                onRefuse(pictureErrors.broken.message)
              }}
            />
          ) : (
            <Box
              component="span"
              className="stack gap-4"
              fz="xs"
              lh="16px"
              style={{ justifyItems: 'center', pointerEvents: 'none' }}
              aria-hidden
            >
              <IconPhotoPlus size={24} stroke={1.5} />
              <span>
                Choose file<DropHint> or drop</DropHint>
              </span>
            </Box>
          )}
        </FileDrop>
        {value && (
          <CloseButton
            className="panel"
            pos="absolute"
            top={30}
            right={4}
            c="dimmed"
            bdrs="md"
            size="calc(var(--touch) - 8px)"
            iconSize={18}
            aria-label="Remove picture"
            onClick={() => decide(null)}
          />
        )}
      </Input.Wrapper>
      {isHandheld && <TakePhoto onTake={choose} />}
      {isRefused && (
        <Button variant="default" size="xs" fullWidth mt="xs" onClick={() => decide(value)}>
          {value ? 'Keep this picture' : 'Skip'}
        </Button>
      )}
    </Box>
  )
}

/** Opens the camera at once, where a choice of files would ask first. */
function TakePhoto({ onTake }: { onTake: (photo: File) => void }) {
  const camera = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ currentTarget }) => {
          const [photo] = currentTarget.files ?? []
          if (photo) onTake(photo)
          currentTarget.value = '' // so that the same photo can be taken again after an error
        }}
      />
      <Button
        variant="default"
        fullWidth
        mt="xs"
        leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
        onClick={() => camera.current?.click()}
      >
        Take photo
      </Button>
    </>
  )
}

/** An empty picture, for a file that cannot be opened. */
const UNREADABLE = 'data:,'

/** The URL that shows a chosen file. */
function usePreview(value: PictureChoice) {
  const [preview, setPreview] = useState<{ file: File; url: string }>()
  useEffect(() => {
    if (!(value instanceof File)) return
    const reader = new FileReader()
    reader.onload = () => setPreview({ file: value, url: String(reader.result) })
    reader.onerror = () => setPreview({ file: value, url: UNREADABLE })
    reader.readAsDataURL(value)
    return () => reader.abort()
  }, [value])
  return preview?.file === value ? preview?.url : undefined
}
