import type { Attachment } from '@portico/contract/shapes'
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CleanedHtml } from '../../page/cleaned-html.tsx'
import { useText } from '../../text/use-text.ts'
import { pathOf } from './attachment-list.tsx'
import { Lightbox } from './lightbox.tsx'

// A picture inside a link keeps its link.
const picturesIn = (body: HTMLElement | null) =>
  [...(body?.querySelectorAll('img') ?? [])].filter(picture => !picture.closest('a'))

const pictureClass = 'message-picture'

/** The button around a picture, created if it does not exist yet. */
const buttonAround = (picture: HTMLImageElement) => {
  const { parentElement } = picture
  if (parentElement?.classList.contains(pictureClass)) return parentElement
  const button = document.createElement('button')
  button.type = 'button'
  button.className = pictureClass
  picture.replaceWith(button)
  button.append(picture)
  return button
}

type MessageHtmlProps = {
  html: string
  attachments: readonly Attachment[]
  className: string
  onImageFailed: () => void
}

/** The HTML of a description or message. Its pictures open large. */
export const MessageHtml = ({ html, attachments, className, onImageFailed }: MessageHtmlProps) => {
  const { t } = useText()
  const body = useRef<HTMLDivElement>(null)
  const [images, setImages] = useState<readonly Attachment[]>([])
  const [opened, setOpened] = useState<number | null>(null)
  useEffect(() => {
    const node = body.current
    // The error event of an image does not bubble, so it is handled in the capture phase.
    node?.addEventListener('error', onImageFailed, true)
    return () => node?.removeEventListener('error', onImageFailed, true)
  }, [onImageFailed])

  // Before the first paint, so that the layout does not shift.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML brings other pictures
  useLayoutEffect(() => {
    const shown = picturesIn(body.current).map((picture, index) => {
      const { src, alt } = picture
      const image = attachments.find(({ url }) => pathOf(url) === pathOf(src)) ?? { id: index, name: alt, url: src }
      buttonAround(picture).ariaLabel = t('files.image.open', { name: image.name })
      return { ...image, url: src }
    })
    setImages(shown)
  }, [html, attachments, t])

  const open = ({ target }: SyntheticEvent) => {
    const button = (target as Element).closest(`.${pictureClass}`)
    const index = picturesIn(body.current).findIndex(picture => picture.parentElement === button)
    if (index >= 0) setOpened(index)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is done to the pictures inside bubbles up */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside are pressed by keys too */}
      <div ref={body} onClick={open}>
        <CleanedHtml className={className} html={html} />
      </div>
      <Lightbox images={images} opened={opened} onOpen={setOpened} onImageFailed={onImageFailed} />
    </>
  )
}
