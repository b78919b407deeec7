import { FileIcon } from './file-icon.tsx'
import { attachmentKind, attachmentLabel, isImageAttachment } from './file-kind.ts'

/** A file that hangs on something: its address opens or downloads it. */
type Attachment = { id: string | number; name: string; url: string }

/** Props of Attachments. `onFailed` is told of a picture that does not load, so that its address can be renewed. */
export type AttachmentsProps = { label: string; items: readonly Attachment[]; onFailed?: (item: Attachment) => void }

/** Attachments: pictures as thumbnails, the rest as chips with a shortened name and the whole one as title (spec 5). */
export const Attachments = ({ label, items, onFailed }: AttachmentsProps) =>
  items.length === 0 ? null : (
    <ul className="attachments" aria-label={label}>
      {items.map(item => (
        <li key={item.id}>
          {isImageAttachment(item.name) ? (
            <a className="attachment-thumb" href={item.url} target="_blank" rel="noreferrer" title={item.name}>
              <img src={item.url} alt={item.name} loading="lazy" decoding="async" onError={() => onFailed?.(item)} />
            </a>
          ) : (
            <a
              className="attachment-chip"
              href={item.url}
              target="_blank"
              rel="noreferrer"
              title={item.name}
              aria-label={item.name}
            >
              <FileIcon kind={attachmentKind(item.name)} />
              <span>{attachmentLabel(item.name)}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
