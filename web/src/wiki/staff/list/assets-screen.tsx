import type { StaffAssetListed } from '@portico/contract/staff/records/assets'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { BookText, Folders, LayoutList, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { customer } from '../../../customers/staff/data.ts'
import { CustomerCell } from '../../../staff/parts/records/customer-cell.tsx'
import type { ChangeSearch } from '../../../staff/parts/records/record-search.ts'
import { RecordsScreen } from '../../../staff/parts/records/records-screen.tsx'
import { isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { findContacts } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import type { Column } from '../../../ui/table/table-column.ts'
import type { AssetsSearch } from '../assets-search.ts'
import { assets } from '../data.ts'
import { AssetDialog } from '../form/asset-dialog.tsx'
import { FoldersDialog } from '../form/folders-dialog.tsx'
import { propertiesLine } from './properties-line.ts'
import '../assets.css'

const keyOf = ({ id }: StaffAssetListed) => id

const useColumns = (): Column<StaffAssetListed>[] => {
  const { t } = useText()
  const { numericDay } = useStaffFormat()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('staffAssets.column.name'),
        card: 'title',
        cell: ({ id, name }) => (
          <Link to="/assets/$assetid" params={{ assetid: id }} className="row-link">
            {name}
          </Link>
        ),
      },
      {
        id: 'folder',
        header: t('staffAssets.column.folder'),
        className: 'cell-words',
        card: 'meta',
        cell: ({ folderName }) => folderName,
      },
      {
        id: 'customer',
        header: t('staffRecords.customer.name'),
        card: 'meta',
        cell: row => <CustomerCell {...row} />,
      },
      {
        id: 'properties',
        header: t('staffAssets.column.properties'),
        prio: 3,
        card: 'hide',
        cell: ({ properties }) => (
          <span className="cell-muted asset-properties">{propertiesLine(properties, numericDay)}</span>
        ),
      },
    ],
    [t, numericDay],
  )
}

/** The assets of all customers. */
export const AssetsScreen = () => {
  const { t } = useText()
  const navigate = useNavigate({ from: '/assets' })
  const search = useSearch({ from: '/signed-in/assets' })
  const list = useInfiniteQuery(assets(search))
  const columns = useColumns()
  const mayWrite = isOffice(useMe())
  const [opened, setOpened] = useState<'make' | 'folders' | null>(null)
  const { contact } = search
  const chosen = useQuery({ ...customer(contact ?? 0), enabled: contact !== undefined })
  useStaffScreen('staff-assets', t('staffAssets.title'))
  const change: ChangeSearch<AssetsSearch> = changes =>
    void navigate({ search: now => ({ ...now, ...changes }), replace: true, resetScroll: false })
  const isFiltered = Object.keys(search).length > 0
  return (
    <RecordsScreen
      list={list}
      columns={columns}
      keyOf={keyOf}
      search={search}
      onSearch={change}
      isFiltered={isFiltered}
      onClear={() => void navigate({ search: {}, replace: true })}
      customerName={chosen.data?.companyName}
      find={findContacts}
      empty={{
        icon: <BookText className="icon" />,
        title: t('staffAssets.empty.title'),
        text: t('staffAssets.empty.text'),
      }}
      texts={{
        title: t('staffAssets.title'),
        search: t('staffAssets.search'),
        loading: t('staffAssets.loading'),
        failed: t('staffAssets.failed'),
        count: count => t('staffAssets.count', { count }),
        noneFound: { title: t('staffAssets.empty.filtered'), text: t('staffAssets.empty.filteredText') },
      }}
      acts={
        <>
          {mayWrite && chosen.data && (
            <Button tone="ghost" onClick={() => setOpened('folders')}>
              <Folders className="icon" aria-hidden="true" />
              {t('staffAssets.folders.action')}
            </Button>
          )}
          <Link to="/assets/templates" className={buttonClass()}>
            <LayoutList className="icon" aria-hidden="true" />
            {t('staffAssets.templates.title')}
          </Link>
          {mayWrite && (
            <Button tone="primary" onClick={() => setOpened('make')}>
              <Plus className="icon" aria-hidden="true" />
              {t('staffAssets.make')}
            </Button>
          )}
        </>
      }
    >
      {opened === 'make' && !chosen.isLoading && <AssetDialog customer={chosen.data} onClose={() => setOpened(null)} />}
      {opened === 'folders' && chosen.data && <FoldersDialog customer={chosen.data} onClose={() => setOpened(null)} />}
    </RecordsScreen>
  )
}
