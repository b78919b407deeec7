import type { StaffAssetListed } from '@portico/contract/staff/records/assets'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { BookText, Folders, LayoutList, Plus, SearchX } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customer } from '../../../customers/staff/data.ts'
import { ListStates, morePages } from '../../../list/list-states.tsx'
import { CustomerCell } from '../../../staff/parts/records/customer-cell.tsx'
import { CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { findContacts } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import type { AssetsSearch } from '../assets-search.ts'
import { assets } from '../data.ts'
import { AssetDialog } from '../form/asset-dialog.tsx'
import { FoldersDialog } from '../form/folders-dialog.tsx'
import '../../../staff/parts/records/records.css'
import '../assets.css'

const keyOf = ({ id }: StaffAssetListed) => id

const useColumns = (): Column<StaffAssetListed>[] => {
  const { t } = useTranslation()
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
      { id: 'folder', header: t('staffAssets.column.folder'), card: 'meta', cell: ({ folderName }) => folderName },
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
          <span className="cell-muted asset-properties">
            {properties
              .map(({ typologyName, value }) => `${typologyName}: ${value}`)
              .join(' · ')
              .slice(0, 160)}
          </span>
        ),
      },
    ],
    [t],
  )
}

/** The assets of all customers. */
export const AssetsScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: '/assets' })
  const search = useSearch({ from: '/room/assets' })
  const list = useInfiniteQuery(assets(search))
  const columns = useColumns()
  const me = useMe()
  const mayWrite = isOffice(me)
  const [opened, setOpened] = useState<'make' | 'folders' | null>(null)
  const rows = useMemo(() => list.data?.pages.flatMap(page => page.rows), [list.data])
  const total = list.data?.pages[0]?.total
  const { contact } = search
  const chosen = useQuery({ ...customer(contact ?? 0), enabled: contact !== undefined })
  useStaffScreen('staff-assets', t('staffAssets.title'))
  const change = (changes: { [Name in keyof AssetsSearch]?: AssetsSearch[Name] | undefined }) =>
    void navigate({ search: now => ({ ...now, ...changes }), replace: true, resetScroll: false })
  const isFiltered = Object.keys(search).length > 0
  return (
    <main className="staff-main records" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>
          {t('staffAssets.title')} {total !== undefined && <span className="page-count">{total}</span>}
        </h1>
        <div className="staff-head-end">
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
        </div>
      </header>
      <div className="filter-bar">
        <SearchInput
          label={t('staffAssets.search')}
          value={search.q ?? ''}
          onSearch={q => change({ q: q || undefined })}
        />
        {me.portals.length > 1 && (
          <Select<string>
            label={t('staffRecords.portal')}
            look="filter"
            openOn="click"
            nullable
            placeholder={t('staffRecords.anyPortal')}
            clearLabel={t('staffRecords.clearFilter')}
            options={me.portals.map(({ webPortalKey, webPortalName }) => ({
              value: webPortalKey,
              text: webPortalName,
            }))}
            value={search.portal ?? null}
            onChange={portal => change({ portal: portal ?? undefined })}
          />
        )}
        <CustomerField
          look="filter"
          find={findContacts}
          value={contact === undefined ? null : { value: contact, text: chosen.data?.companyName ?? '…' }}
          onChange={one => change({ contact: one?.value })}
        />
        <p className="filter-bar-end result-count" role="status">
          {total !== undefined && t('staffAssets.count', { count: total })}
        </p>
      </div>
      <div className="staff-scroll">
        <ListStates
          query={list}
          rows={rows}
          stale={list.isPlaceholderData}
          failed={t('staffAssets.failed')}
          empty={
            <EmptyState
              icon={isFiltered ? <SearchX className="icon" /> : <BookText className="icon" />}
              title={isFiltered ? t('staffAssets.empty.filtered') : t('staffAssets.empty.title')}
              action={
                isFiltered && (
                  <Button onClick={() => void navigate({ search: {}, replace: true })}>
                    {t('staffRecords.clearFilters')}
                  </Button>
                )
              }
            >
              {isFiltered ? t('staffAssets.empty.filteredText') : t('staffAssets.empty.text')}
            </EmptyState>
          }
        >
          <div aria-busy={list.isPlaceholderData || undefined}>
            <DataTable
              caption={t('staffAssets.title')}
              className="data-table--airy"
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              loadingLabel={t('staffAssets.loading')}
              more={{
                ...morePages(list),
                labels: {
                  loading: t('staffRecords.moreLoading'),
                  failed: t('staffRecords.moreFailed'),
                  retry: t('words.retry'),
                },
              }}
            />
          </div>
        </ListStates>
      </div>
      {opened === 'make' && !chosen.isLoading && <AssetDialog customer={chosen.data} onClose={() => setOpened(null)} />}
      {opened === 'folders' && chosen.data && <FoldersDialog customer={chosen.data} onClose={() => setOpened(null)} />}
    </main>
  )
}
