import type { Document } from '@portico/contract/documents'
import { useSearch } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useMemo } from 'react'
import { isViewing } from '../api/viewing-tab.ts'
import { DocumentPanel } from '../list/document-panel.tsx'
import { DownloadLink } from '../list/download-link.tsx'
import { FileRowTitle } from '../list/file-row-title.tsx'
import { ListScreen } from '../list/list-screen.tsx'
import { useList } from '../list/use-list.ts'
import { useFormat } from '../session/use-format.ts'
import { useEntered } from '../session/use-here.ts'
import { useLeaveGuard } from '../session/use-leave-guard.tsx'
import { useScreen } from '../session/use-screen.ts'
import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { useUploadListLabels } from '../text/upload-list-labels.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { useFileDialog, useFileDrop } from '../ui/files/file-drop.tsx'
import { UploadList } from '../ui/files/upload-list.tsx'
import type { Column } from '../ui/table/table-column.ts'
import { documentList } from './data.ts'
import { useDocumentUploads } from './use-document-uploads.ts'

const useColumns = () => {
  const { t } = useText()
  const format = useFormat()
  return useMemo<Column<Document>[]>(
    () => [
      {
        id: 'documentName',
        header: t('documents.name'),
        cell: ({ id, documentName, url }) => <FileRowTitle id={id} name={documentName} url={url} />,
        sort: 'ascending',
        card: 'title',
      },
      {
        id: 'createDate',
        header: t('documents.added'),
        cell: row => format.numericDay(row.createDate),
        sort: 'descending',
        className: 'cell-date cell-fit',
        card: 'meta',
      },
      {
        id: 'download',
        header: <span className="sr-only">{t('lists.actions')}</span>,
        cell: row => <DownloadLink url={row.url} label={t('lists.file.downloadNamed', { name: row.documentName })} />,
        className: 'cell-actions',
        card: 'action',
      },
    ],
    [t, format],
  )
}

/** The screen of company files, with upload for users who may add some. */
export const DocumentListScreen = () => {
  const { t } = useText()
  const format = useFormat()
  const title = t('shell.menu.documents')
  useScreen('documents', title)
  const list = useList(useSearch({ from: '/$company/$contactid/documents' }), documentList, '-createDate')
  const { contact } = useEntered()
  const mayUpload = contact.uploadContactDocuments && !isViewing
  const uploads = useDocumentUploads()
  const { choose, field } = useFileDialog(uploads.add)
  const { over, on } = useFileDrop(uploads.add)
  const leaving = useLeaveGuard(() => uploads.isBusy, {
    title: t('documents.leave.title'),
    text: t('documents.leave.text'),
    leave: t('documents.leave.leave'),
    stay: t('documents.leave.stay'),
  })
  const labels = { ...useUploadListLabels(), list: t('documents.uploads') }
  const locale = localeOf(useLanguage())
  return (
    <div className="drop-area" {...(mayUpload && on)}>
      <ListScreen
        title={title}
        list={list}
        columns={useColumns()}
        search={t('documents.search')}
        actions={
          mayUpload && (
            <Button tone="primary" onClick={choose}>
              <Upload className="icon" aria-hidden="true" />
              {t('documents.upload')}
            </Button>
          )
        }
        above={
          <div className="uploads">
            {over !== undefined && (
              <div className="drop-zone" data-over="">
                <Upload className="icon" aria-hidden="true" />
                <span>{t('documents.release', { count: over })}</span>
              </div>
            )}
            <UploadList uploads={uploads} labels={labels} locale={locale} />
          </div>
        }
        empty={
          mayUpload ? (
            <>
              {t('documents.emptyUpload')} <span className="drop-words">{t('documents.emptyDrop')}</span>
            </>
          ) : (
            t('documents.empty')
          )
        }
        failed={t('documents.failed')}
        panel={row => (
          <DocumentPanel
            list={list}
            title={row.documentName}
            sub={t('documents.addedOn', { date: format.numericDay(row.createDate) })}
            url={row.url}
            replacedOn={row.replacedOn}
          />
        )}
      />
      {mayUpload && field}
      {leaving}
    </div>
  )
}
