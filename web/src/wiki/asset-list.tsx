import type { WikiElement } from '@portico/contract/wiki'
import { BookText, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../api/failures.ts'
import type { List } from '../list/use-list.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { SearchInput } from '../ui/fields/search-input.tsx'
import { TableMore } from '../ui/table/table-more.tsx'
import { groupByFolder } from './folders.ts'
import { WikiFolders, WikiSkeleton } from './wiki-folders.tsx'
import type { WikiSearch } from './wiki-search.ts'

export type Assets = List<WikiElement, WikiSearch>

/** The folders that the reader has collapsed. All start expanded, for each search again, so that no result is hidden. */
const useClosed = (q: string | undefined) => {
  const [state, setState] = useState({ q, closed: new Set<number>() })
  const closed = state.q === q ? state.closed : new Set<number>()
  return [closed, (now: Set<number>) => setState({ q, closed: now })] as const
}

/** Title, search and folders. */
export const AssetList = ({ list }: { list: Assets }) => {
  const { t } = useTranslation()
  const { search, query, rows, total } = list
  const [closed, setClosed] = useClosed(search.q)
  const folders = groupByFolder(rows ?? [], query.hasNextPage)
  const allClosed = folders.length > 0 && folders.every(({ id }) => closed.has(id))
  return (
    <>
      <div className="page-head">
        <h1 className="page-title">
          {t('shell.menu.wiki')} {total !== undefined && <span className="page-count">{total}</span>}
        </h1>
      </div>
      <div className="filter-bar">
        <SearchInput
          label={t('wiki.search')}
          value={search.q ?? ''}
          onSearch={text => list.filter({ q: text || undefined })}
        />
        {folders.length > 0 && (
          <span className="filter-bar-end">
            <Button
              tone="ghost"
              size="sm"
              onClick={() => setClosed(new Set(allClosed ? [] : folders.map(({ id }) => id)))}
            >
              {t(allClosed ? 'wiki.expandAll' : 'wiki.collapseAll')}
            </Button>
          </span>
        )}
      </div>
      <AssetListBody list={list}>
        <WikiFolders
          folders={folders}
          selected={search.open}
          closed={closed}
          onToggle={(id, open) => {
            if (open !== closed.has(id)) return
            const now = new Set(closed)
            if (open) now.delete(id)
            else now.add(id)
            setClosed(now)
          }}
        />
      </AssetListBody>
    </>
  )
}

const AssetListBody = ({ list, children }: { list: Assets; children: ReactNode }) => {
  const { t } = useTranslation()
  const failure = useFailureText()
  const { query, rows, stale } = list
  if (query.isError && rows === undefined)
    return (
      <RetryPanel
        title={t('wiki.failed')}
        retry={t('words.retry')}
        onRetry={() => query.refetch()}
        busy={query.isFetching}
      >
        {failure(query.error)}
      </RetryPanel>
    )
  if (rows?.length === 0 && !stale)
    return list.narrowed ? (
      <EmptyState
        icon={<SearchX className="icon" />}
        title={t('words.noItems')}
        action={<Button onClick={list.clear}>{t('lists.clearFilters')}</Button>}
      >
        {t('lists.filteredText')}
      </EmptyState>
    ) : (
      <EmptyState icon={<BookText className="icon" />} title={t('words.noItems')}>
        {t('wiki.empty')}
      </EmptyState>
    )
  return (
    <div className="folders" aria-busy={stale || undefined}>
      {rows ? children : <WikiSkeleton label={t('lists.loading')} />}
      {rows && (
        <TableMore
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          onMore={() => query.fetchNextPage()}
          labels={{ loading: t('lists.moreLoading'), failed: t('lists.moreFailed'), retry: t('words.retry') }}
        />
      )}
    </div>
  )
}
