import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useMemo } from 'react'
import { PublishList } from '../../staff/parts/publish/publish-list.tsx'
import { PublishNav } from '../../staff/parts/publish/publish-nav.tsx'
import { isOffice } from '../../staff/session/routes.ts'
import { useMe } from '../../staff/session/use-me.ts'
import { useStaffScreen } from '../../staff/session/use-staff-screen.ts'
import { useText } from '../../text/use-text.ts'
import { SplitView } from '../../ui/overlay/side-panel.tsx'
import { publishedFiles } from './data.ts'
import { type ChangeFilters, PublishedFilters } from './published-filters.tsx'
import { PublishedPanel } from './published-panel.tsx'
import { readOpen, setFilters } from './published-search.ts'
import { keyOf, usePublishedColumns } from './published-table.tsx'

/** What customers have been given and what they have given, and who has opened it. */
export const PublishedScreen = () => {
  const { t } = useText()
  const me = useMe()
  const search = useSearch({ from: '/signed-in/publish/published' })
  const navigate = useNavigate({ from: '/publish/published' })
  const query = useInfiniteQuery(publishedFiles(search))
  const { data } = query
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows), [data])
  const total = data?.pages[0]?.total
  const columns = usePublishedColumns(me.portals.length > 1, search.open)
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
      {isOffice(me) && <PublishNav />}
      <SplitView
        resizeLabel={t('staffPublished.panel.resize')}
        panel={open && <PublishedPanel key={search.open} open={open} onClose={() => set({ open: undefined })} />}
      >
        <PublishedFilters
          search={search}
          onSearch={change => set({ open: undefined, ...change })}
          nameOfContact={id => rows?.find(({ contact }) => contact?.id === id)?.contact?.companyName}
        />
        <PublishList
          query={query}
          rows={rows}
          columns={columns}
          keyOf={keyOf}
          selected={search.open}
          isFiltered={isFiltered}
          onClear={() => void navigate({ search: {}, replace: true })}
          empty={{
            icon: <FileText className="icon" />,
            title: t('staffPublished.empty.title'),
            text: t('staffPublished.empty.text'),
          }}
          texts={{
            caption: t('staffPublished.title'),
            failed: t('staffPublished.failed'),
            noneFound: {
              title: t('staffPublished.empty.filtered'),
              text: t('staffPublished.empty.filteredText'),
              clear: t('staffPublished.filter.clearAll'),
            },
          }}
        />
      </SplitView>
    </main>
  )
}
