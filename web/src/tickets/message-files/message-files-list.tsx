import { X } from 'lucide-react'
import { localeOf } from '../../text/languages.ts'
import { useLanguage } from '../../text/texts.ts'
import { useUploadListLabels } from '../../text/upload-list-labels.ts'
import { useText } from '../../text/use-text.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { FileIcon } from '../../ui/files/file-icon.tsx'
import { attachmentKind } from '../../ui/files/file-kind.ts'
import { UploadList } from '../../ui/files/upload-list.tsx'
import type { MessageFiles } from './use-message-files.ts'

/** The files of a message that is being written. */
export const MessageFilesList = ({ files: { uploads, restored, removeRestored } }: { files: MessageFiles }) => {
  const { t } = useText()
  const labels = useUploadListLabels()
  return (
    <>
      {restored.length > 0 && (
        <ul className="upload-list" aria-label={labels.list}>
          {restored.map(({ id, name }) => (
            <li key={id} className="upload-row" data-state="done">
              <FileIcon kind={attachmentKind(name)} />
              <span className="upload-info">
                <span>
                  <b title={name}>{name}</b>
                </span>
              </span>
              <IconButton label={t('files.remove', { name })} onClick={() => removeRestored(id)}>
                <X className="icon" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <UploadList uploads={uploads} labels={labels} locale={localeOf(useLanguage())} />
    </>
  )
}
