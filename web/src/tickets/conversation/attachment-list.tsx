import type { Attachment } from '@portico/contract/shapes'
import { useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { FileIcon } from '../../ui/files/file-icon.tsx'
import { attachmentKind, attachmentLabel, isImageAttachment } from '../../ui/files/file-kind.ts'
import { Lightbox } from './lightbox.tsx'

/** What identifies a file: its URL without the signature, which changes. */
export const pathOf = (url: string) => new URL(url, location.origin).pathname

/** The attachments of a message that are not already pictures in its text. */
export const besidesText = (attachments: readonly Attachment[], html: string) =>
  attachments.filter(({ url }) => !html.includes(pathOf(url)))

type AttachmentListProps = { attachments: readonly Attachment[]; onImageFailed: () => void }

/** Attachments of a message: images as thumbnails that open large, other files as chips that download. */
export const AttachmentList = ({ attachments, onImageFailed }: AttachmentListProps) => {
  const { t } = useText()
  const [opened, setOpened] = useState<number | null>(null)
  const images = attachments.filter(({ name }) => isImageAttachment(name))
  const files = attachments.filter(({ name }) => !isImageAttachment(name))
  if (attachments.length === 0) return null
  return (
    <div className="attachments">
      {images.map(({ id, name, url }, index) => (
        <button
          key={id}
          type="button"
          className="attachment-thumb"
          aria-label={t('files.image.open', { name })}
          title={name}
          onClick={() => setOpened(index)}
        >
          <img src={url} alt="" loading="lazy" onError={onImageFailed} />
        </button>
      ))}
      {files.map(({ id, name, url }) => (
        <a key={id} className="attachment-chip" href={url} title={name} download={name}>
          <FileIcon kind={attachmentKind(name)} />
          <span>{attachmentLabel(name)}</span>
        </a>
      ))}
      <Lightbox images={images} opened={opened} onOpen={setOpened} onImageFailed={onImageFailed} />
    </div>
  )
}
