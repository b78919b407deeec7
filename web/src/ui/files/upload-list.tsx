import { RefreshCw, X } from 'lucide-react'
import { IconButton } from '../buttons/icon-button.tsx'
import { FileIcon } from './file-icon.tsx'
import { attachmentKind } from './file-kind.ts'
import { fileSize } from './file-size.ts'
import type { Upload, Uploads } from './use-uploads.ts'

/** Texts of the rows: "1.8 MB of 2.6 MB, 69%", and the accessible names of buttons and progress bars with the file's name. */
type UploadListLabels = {
  list: string
  progress: (sent: string, total: string, percent: number) => string
  uploading: (name: string) => string
  cancel: (name: string) => string
  remove: (name: string) => string
  retry: (name: string) => string
}

/** Props of UploadList. */
export type UploadListProps = { uploads: Uploads; labels: UploadListLabels; locale: string }

/** The files of a message: size and progress of each, retry where it may help, removal, and which files were rejected and why. */
export const UploadList = ({ uploads, labels, locale }: UploadListProps) => (
  <>
    {uploads.problems.length > 0 && (
      <div role="alert">
        {uploads.problems.map(problem => (
          <p key={problem} className="field-error">
            {problem}
          </p>
        ))}
      </div>
    )}
    {uploads.files.length > 0 && (
      <ul className="upload-list" aria-label={labels.list}>
        {uploads.files.map(upload => (
          <Row key={upload.key} upload={upload} uploads={uploads} labels={labels} locale={locale} />
        ))}
      </ul>
    )}
  </>
)

const Row = ({ upload, uploads, labels, locale }: UploadListProps & { upload: Upload }) => {
  const { key, file, share, state } = upload
  const total = fileSize(file.size, locale)
  const percent = Math.round(share * 100)
  const statusText =
    state === 'failed'
      ? upload.error
      : state === 'done'
        ? total
        : labels.progress(fileSize(file.size * share, locale), total, percent)
  return (
    <li className="upload-row" data-state={state}>
      <FileIcon kind={attachmentKind(file.name)} />
      <span className="upload-info">
        <span>
          <b title={file.name}>{file.name}</b>
          <small role={state === 'failed' ? 'alert' : undefined}>{statusText}</small>
        </span>
        {state === 'sending' && (
          <span
            className="progress"
            role="progressbar"
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-label={labels.uploading(file.name)}
          >
            <span style={{ '--value': `${percent}%` }} />
          </span>
        )}
      </span>
      <span className="upload-tools">
        {state === 'failed' && upload.mayRetry && (
          <IconButton label={labels.retry(file.name)} onClick={() => uploads.retry(key)}>
            <RefreshCw className="icon" aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          label={state === 'sending' ? labels.cancel(file.name) : labels.remove(file.name)}
          onClick={() => uploads.remove(key)}
        >
          <X className="icon" aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  )
}
