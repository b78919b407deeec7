import type { Attachment } from '@portico/contract/shapes'
import { ChevronLeft, ChevronRight, Download, ImageOff, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import './lightbox.css'

type LightboxProps = {
  images: readonly Attachment[]
  opened: number | null
  onOpen: (index: number | null) => void
  onImageFailed: () => void
}

/** The images of a message, one at a time, as large as the window allows. Arrow keys move between them. */
export const Lightbox = ({ images, opened, onOpen, onImageFailed }: LightboxProps) => {
  const { t } = useText()
  const [failed, setFailed] = useState<string | null>(null)
  const image = opened === null ? undefined : images[opened]
  if (opened === null || image === undefined) return null
  const { name, url } = image
  const turn = (by: number) => {
    if (images[opened + by]) onOpen(opened + by)
  }
  const turnByKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    turn(by)
  }
  const label = t('files.image.label', { index: opened + 1, count: images.length, name })
  return (
    <Dialog open onClose={() => onOpen(null)} label={label} className="lightbox">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of its own buttons, wherever in it the focus is */}
      <div className="lightbox-frame" onKeyDown={turnByKey}>
        <div className="lightbox-bar">
          <span className="lightbox-name" aria-live="polite">
            {name}
            {images.length > 1 && (
              <small>
                {opened + 1} / {images.length}
              </small>
            )}
          </span>
          <a
            className="icon-button"
            href={url}
            download={name}
            aria-label={t('files.image.download')}
            title={t('files.image.download')}
          >
            <Download className="icon" aria-hidden="true" />
          </a>
          <IconButton label={t('words.close')} onClick={() => onOpen(null)} data-autofocus="">
            <X className="icon" aria-hidden="true" />
          </IconButton>
        </div>
        <div className="lightbox-stage">
          {failed === url ? (
            <p className="lightbox-failed" role="alert">
              <ImageOff className="icon" aria-hidden="true" />
              {t('files.image.gone')}
            </p>
          ) : (
            <img
              key={url}
              src={url}
              alt={name}
              onError={() => {
                setFailed(url)
                onImageFailed()
              }}
            />
          )}
          {images.length > 1 && (
            <>
              <IconButton
                label={t('files.image.previous')}
                className="lightbox-turn lightbox-turn--back"
                disabled={opened === 0}
                onClick={() => turn(-1)}
              >
                <ChevronLeft className="icon" aria-hidden="true" />
              </IconButton>
              <IconButton
                label={t('files.image.next')}
                className="lightbox-turn lightbox-turn--on"
                disabled={opened === images.length - 1}
                onClick={() => turn(1)}
              >
                <ChevronRight className="icon" aria-hidden="true" />
              </IconButton>
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}
