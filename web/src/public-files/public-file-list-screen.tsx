import type { PublicFile } from '@portico/contract/public-files'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { DocumentPanel } from '../list/document-panel.tsx'
import { DownloadLink } from '../list/download-link.tsx'
import { FileRowTitle } from '../list/file-row-title.tsx'
import { ListScreen } from '../list/list-screen.tsx'
import { useList } from '../list/use-list.ts'
import { usePortal } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import type { Column } from '../ui/table/table-column.ts'
import { publicFileList } from './data.ts'

const useColumns = () => {
  const { t } = useText()
  return useMemo<Column<PublicFile>[]>(
    () => [
      {
        id: 'fileName',
        header: t('publicFiles.name'),
        cell: ({ id, fileName, url }) => <FileRowTitle id={id} name={fileName} url={url} />,
        sort: 'ascending',
        card: 'title',
      },
      {
        id: 'download',
        header: <span className="sr-only">{t('lists.actions')}</span>,
        cell: row => <DownloadLink url={row.url} label={t('lists.file.downloadNamed', { name: row.fileName })} />,
        className: 'cell-actions',
        card: 'action',
      },
    ],
    [t],
  )
}

/** The screen of the files that the portal shares with all its customers. */
export const PublicFileListScreen = () => {
  const { t } = useText()
  const title = t('shell.menu.publicfiles')
  useScreen('publicfiles', title)
  const portal = usePortal()
  const list = useList(useSearch({ from: '/$company/$contactid/publicfiles' }), publicFileList, 'fileName')
  return (
    <ListScreen
      title={title}
      sub={portal && t('publicFiles.sub', { portal: portal.webPortalName })}
      list={list}
      columns={useColumns()}
      search={t('publicFiles.search')}
      empty={t('publicFiles.empty')}
      failed={t('publicFiles.failed')}
      panel={row => <DocumentPanel list={list} title={row.fileName} url={row.url} replacedOn={row.replacedOn} />}
    />
  )
}
