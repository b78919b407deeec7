import { FileIcon } from './file-icon.tsx'
import { attachmentKind, attachmentLabel, isImageAttachment } from './file-kind.ts'

/** An attached file; its URL opens or downloads it. */
type Attachment = { id: string | number; name: string; url: string }

/** Props of Attachments. `onFailed` runs when a picture does not load, so that its URL can be renewed. */
export type AttachmentsProps = { label: string; items: readonly Attachment[]; onFailed?: (item: Attachment) => void }

/** Attachments: pictures as thumbnails, others as chips with a shortened name and the full one as title. */
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
