import type { StaffTicketListed } from '@portico/contract/staff/tickets'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ListFilter, Plus, Search, X } from 'lucide-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import { staffRecordsTexts } from '../../../text/shared-texts.ts'
import { withTexts } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { loadPart } from '../../../ui/loading/load-part.ts'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { queueCounts } from '../data.ts'
import {
  type ChangeSearch,
  type QueueSearch,
  queueQuery,
  queueSorts,
  setFilters,
  sortOfQueue,
} from '../queue-search.ts'
import { urgencyOfList } from './due.ts'

// Opened by a button: with the customers' field and its texts it is no part of the start.
const loadFilters = withTexts(() => import('./queue-filters.tsx'), staffRecordsTexts)
const QueueFilters = lazy(async () => ({ default: (await loadPart(loadFilters)).QueueFilters }))

const sortNames = { dueAt: 'dueAt', '-createdOn': 'newest', createdOn: 'oldest' } as const

type QueueHeadProps = {
  search: QueueSearch
  onSearch: ChangeSearch
  title: string
  total: number | undefined
  rows: readonly StaffTicketListed[]
  hasMore: boolean
  now: number
  hasPortals: boolean
  searchField: RefObject<HTMLDivElement | null>
  isSearching: boolean
  onSearching: (is: boolean) => void
  onSearchEnd: () => void
  isSelecting: boolean
  onSelecting: () => void
}

const SearchRow = ({
  search,
  onSearch,
  searchField,
  onSearchEnd,
}: Pick<QueueHeadProps, 'search' | 'onSearch' | 'searchField' | 'onSearchEnd'>) => {
  const { t } = useText()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from the field
    <div
      className="queue-search"
      ref={searchField}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onSearchEnd()
      }}
    >
      <SearchInput
        label={t('staffQueue.search.label')}
        value={search.q ?? ''}
        onSearch={text => onSearch({ q: text || undefined })}
      />
      <IconButton label={t('staffQueue.search.close')} onClick={onSearchEnd}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** "1 late, 2 within the hour"; in other orders, how many there are. */
const Urgency = ({
  search,
  rows,
  total,
  hasMore,
  now,
}: Pick<QueueHeadProps, 'search' | 'rows' | 'total' | 'hasMore' | 'now'>) => {
  const { t } = useText()
  const { data: counts } = useQuery(queueCounts)
  if (total === undefined) return null
  // What is due first is on the first pages; in another order what is on further pages is not known.
  if (sortOfQueue(search) !== 'dueAt' && hasMore) return t('staffQueue.urgency.total', { count: total })
  if (rows.every(({ step }) => step.taskStatus === 2)) return t('staffQueue.urgency.total', { count: total })
  const { view, ...filters } = queueQuery(search)
  const isWhole = Object.keys(filters).every(name => name === 'sort')
  const lateInView = isWhole ? counts?.late[view as keyof typeof counts.late] : undefined
  const urgency = urgencyOfList(rows, { hasMore, lateInView, now })
  if (!urgency) return t('staffQueue.urgency.total', { count: total })
  const { late, soon } = urgency
  const texts = {
    late: t('staffQueue.urgency.late', { count: late }),
    soon: t('staffQueue.urgency.soon', { count: soon }),
  }
  if (late && soon) return t('staffQueue.urgency.both', texts)
  if (late) return texts.late
  return soon ? texts.soon : t('staffQueue.urgency.none')
}

/** The head of the list: its name and count, search, filters, a new ticket, the order. */
export const QueueHead = (props: QueueHeadProps) => {
  const { t } = useText()
  const { search, onSearch, title, total, isSearching, onSearching, isSelecting, onSelecting } = props
  const filters = setFilters(search)
  const [isFiltering, setFiltering] = useState(false)
  const showsFilters = isFiltering || filters.length > 0
  const sort = sortOfQueue(search)
  return (
    <>
      <div className="queue-list-head">
        <h2>
          {title} {total !== undefined && <span className="page-count">{total}</span>}
        </h2>
        <IconButton
          label={t('staffQueue.search.label')}
          aria-expanded={isSearching}
          aria-keyshortcuts="/"
          onClick={isSearching ? props.onSearchEnd : () => onSearching(true)}
        >
          <Search className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('staffQueue.filter.open')}
          aria-expanded={showsFilters}
          data-active={filters.length > 0 || undefined}
          onClick={() => {
            setFiltering(!showsFilters)
            if (showsFilters) onSearch(Object.fromEntries(filters.map(name => [name, undefined])))
          }}
        >
          <ListFilter className="icon" aria-hidden="true" />
        </IconButton>
        <Link
          to="/tickets/new"
          search={true}
          className="icon-button"
          aria-label={t('staffQueue.new')}
          title={t('staffQueue.new')}
          aria-keyshortcuts="c"
        >
          <Plus className="icon" aria-hidden="true" />
        </Link>
      </div>
      {isSearching && <SearchRow {...props} />}
      {showsFilters && (
        <Suspense>
          <QueueFilters search={search} onSearch={onSearch} rows={props.rows} hasPortals={props.hasPortals} />
        </Suspense>
      )}
      <div className="queue-sort">
        <span role="status">
          <Urgency {...props} />
        </span>
        <button type="button" className="text-button queue-select" aria-pressed={isSelecting} onClick={onSelecting}>
          {t('staffQueue.select.start')}
        </button>
        <Menu
          label={t('staffQueue.sort.label')}
          groups={[
            {
              id: 'sort',
              entries: queueSorts.map(one => ({
                id: one,
                text: t(`staffQueue.sort.${sortNames[one]}`),
                checked: one === sort,
                onSelect: () => onSearch({ sort: one }),
              })),
            },
          ]}
          trigger={trigger => (
            <button {...trigger} type="button" className="text-button">
              {t(`staffQueue.sort.${sortNames[sort]}`)}
              <ChevronDown className="icon" aria-hidden="true" />
            </button>
          )}
        />
      </div>
    </>
  )
}
