import type { WikiElement } from '@portico/contract/wiki'
import { BookText } from 'lucide-react'
import { useState } from 'react'
import { ListEmpty, ListMore } from '../list/list-empty.tsx'
import { ListStates } from '../list/list-states.tsx'
import type { List } from '../list/use-list.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { SearchInput } from '../ui/fields/search-input.tsx'
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
  const { t } = useText()
  const { search, query, rows, stale, total } = list
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
      <ListStates
        query={query}
        rows={rows}
        stale={stale}
        failed={t('wiki.failed')}
        empty={
          <ListEmpty list={list} icon={<BookText className="icon" />}>
            {t('wiki.empty')}
          </ListEmpty>
        }
      >
        <div className="folders" aria-busy={stale || undefined}>
          {rows ? (
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
          ) : (
            <WikiSkeleton label={t('lists.loading')} />
          )}
          <ListMore list={list} />
        </div>
      </ListStates>
    </>
  )
}
