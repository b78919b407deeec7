import { useEffect, useRef } from 'react'
import { CleanedHtml } from '../shell/cleaned-html.tsx'

type MessageHtmlProps = { html: string; className: string; onImageFailed: () => void }

/** A description or message as its writer laid it out. */
export const MessageHtml = ({ html, className, onImageFailed }: MessageHtmlProps) => {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = body.current
    // An image's failure does not bubble: it can only be caught on its way down.
    node?.addEventListener('error', onImageFailed, true)
    return () => node?.removeEventListener('error', onImageFailed, true)
  }, [onImageFailed])
  return (
    <div ref={body}>
      <CleanedHtml className={className} html={html} />
    </div>
  )
}
