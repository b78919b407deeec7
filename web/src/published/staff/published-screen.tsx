import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ListStates, morePages } from '../../list/list-states.tsx'
import { PublishNav } from '../../staff/parts/publish-nav.tsx'
import { useMe } from '../../staff/session/use-me.ts'
import { useStaffScreen } from '../../staff/session/use-staff-screen.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SplitView } from '../../ui/overlay/side-panel.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { publishedFiles } from './data.ts'
import { type ChangeFilters, PublishedFilters } from './published-filters.tsx'
import { PublishedPanel } from './published-panel.tsx'
import { readOpen, setFilters } from './published-search.ts'
import { keyOf, usePublishedColumns } from './published-table.tsx'
import '../../staff/parts/published.css'

/** What customers have been given and what they have given, and who has opened it. */
export const PublishedScreen = () => {
  const { t } = useTranslation()
  const { portals } = useMe()
  const search = useSearch({ from: '/room/publish/published' })
  const navigate = useNavigate({ from: '/publish/published' })
  const query = useInfiniteQuery(publishedFiles(search))
  const { data, isPlaceholderData } = query
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows), [data])
  const total = data?.pages[0]?.total
  const columns = usePublishedColumns(portals.length > 1, search.open)
  const open = readOpen(search.open)
  useStaffScreen('staff-published', t('staffPublished.title'))

  const set: ChangeFilters = change => {
    const kept = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined)
    void navigate({ search: Object.fromEntries(kept), replace: true, resetScroll: false })
  }
  const isFiltered = search.q !== undefined || setFilters(search).length > 0
  return (
    <main className="staff-main published" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>{t('staffPublished.title')}</h1>
        {total !== undefined && <span className="page-count">{total}</span>}
      </header>
      <PublishNav />
      <SplitView
        resizeLabel={t('staffPublished.panel.resize')}
        panel={open && <PublishedPanel key={search.open} open={open} onClose={() => set({ open: undefined })} />}
      >
        <PublishedFilters
          search={search}
          onSearch={change => set({ open: undefined, ...change })}
          nameOfContact={id => rows?.find(({ contact }) => contact?.id === id)?.contact?.companyName}
        />
        <div className="published-list">
          <ListStates
            query={query}
            rows={rows}
            stale={isPlaceholderData}
            failed={t('staffPublished.failed')}
            empty={
              isFiltered ? (
                <EmptyState
                  icon={<SearchX className="icon" />}
                  title={t('staffPublished.empty.filtered')}
                  action={
                    <Button onClick={() => void navigate({ search: {}, replace: true })}>
                      {t('staffPublished.filter.clearAll')}
                    </Button>
                  }
                >
                  {t('staffPublished.empty.filteredText')}
                </EmptyState>
              ) : (
                <EmptyState icon={<FileText className="icon" />} title={t('staffPublished.empty.title')}>
                  {t('staffPublished.empty.text')}
                </EmptyState>
              )
            }
          >
            <DataTable
              caption={t('staffPublished.title')}
              className="data-table--airy"
              columns={columns}
              rows={rows}
              keyOf={keyOf}
              selected={search.open ?? null}
              loadingLabel={t('lists.loading')}
              more={{
                ...morePages(query),
                labels: { loading: t('lists.moreLoading'), failed: t('lists.moreFailed'), retry: t('words.retry') },
              }}
            />
          </ListStates>
        </div>
      </SplitView>
    </main>
  )
}
