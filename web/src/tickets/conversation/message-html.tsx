import type { Attachment } from '@portico/contract/shapes'
import { type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CleanedHtml } from '../../page/cleaned-html.tsx'
import { pathOf } from './attachment-list.tsx'
import { Lightbox } from './lightbox.tsx'

// What is a link already goes where its writer wanted.
const picturesIn = (body: HTMLElement | null) =>
  [...(body?.querySelectorAll('img') ?? [])].filter(picture => !picture.closest('a'))

const pictureClass = 'message-picture'

/** The button that a picture is, made where it is not one yet. */
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

/** A description or message as its writer laid it out. Its pictures open large. */
export const MessageHtml = ({ html, attachments, className, onImageFailed }: MessageHtmlProps) => {
  const { t } = useTranslation()
  const body = useRef<HTMLDivElement>(null)
  const [images, setImages] = useState<readonly Attachment[]>([])
  const [opened, setOpened] = useState<number | null>(null)
  useEffect(() => {
    const node = body.current
    // An image's failure does not bubble: it can only be caught on its way down.
    node?.addEventListener('error', onImageFailed, true)
    return () => node?.removeEventListener('error', onImageFailed, true)
  }, [onImageFailed])

  // Before the first paint, so that nothing moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML brings other pictures
  useLayoutEffect(() => {
    const shown = picturesIn(body.current).map((picture, index) => {
      const { src, alt } = picture
      const image = attachments.find(({ url }) => pathOf(url) === pathOf(src)) ?? { id: index, name: alt, url: src }
      buttonAround(picture).ariaLabel = t('ticket.image.open', { name: image.name })
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
