import { bulkTicketsMax } from '@portico/contract/staff/ticket-actions'
import type { StaffTicketListed } from '@portico/contract/staff/tickets'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Outlet, useMatch, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ListStates, morePages } from '../../../list/list-states.tsx'
import { useNow } from '../../../staff/parts/use-now.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { TableMore } from '../../../ui/table/table-more.tsx'
import { queue } from '../data.ts'
import { type ChangeSearch, firstView, queueQuery, setFilters } from '../queue-search.ts'
import { ChoiceDialog, type ChoiceKind } from './choice-dialog.tsx'
import { NothingChosen } from './nothing-chosen.tsx'
import { QueueHead } from './queue-head.tsx'
import { QueueEmpty, QueueList, QueueSkeleton } from './queue-list.tsx'
import { QueueViews } from './queue-views.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { type NamedChange, useQueueActions } from './use-queue-actions.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import { useSelection } from './use-selection.ts'
import './queue-views.css'
import './selection.css'
import './queue.css'

const noRows: readonly StaffTicketListed[] = []

/** What is asked about tickets before it is done. */
type Asked =
  | { kind: ChoiceKind; tickets: readonly StaffTicketListed[] }
  | { kind: 'close'; tickets: readonly StaffTicketListed[]; set: NamedChange }

const closing: NamedChange = { what: 'closed', change: { close: true } }
const closed = 2

/** The queue: its views, the tickets of one of them, and the chosen ticket beside them. */
export const QueueScreen = () => {
  const { t } = useText()
  const me = useMe()
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/tickets' })
  const { ticketid } = useParams({ strict: false })
  const isRaising = useMatch({ from: '/signed-in/tickets/new', shouldThrow: false }) !== undefined
  const isReading = ticketid !== undefined || isRaising
  const hasPortals = me.portals.length > 1
  const now = useNow()

  const query = useInfiniteQuery(queue(search))
  const { data, hasNextPage, isPlaceholderData } = query
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows), [data])
  const total = data?.pages[0]?.total
  const { view = firstView, q } = queueQuery(search)
  const title = q ? t('staffQueue.search.title') : t(`staffQueue.views.${view}`)

  const list = useRef<HTMLUListElement>(null)
  const searchField = useRef<HTMLDivElement>(null)
  const [isSearching, setSearching] = useState(q !== undefined)
  const [isSelecting, setSelecting] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const { ids, selected, select, clear, keep } = useSelection(rows ?? noRows, JSON.stringify(queueQuery(search)))
  const { apply, isWorking } = useQueueActions()

  const changeSearch = useCallback<ChangeSearch>(
    changes => void navigate({ to: '.', search: now => ({ ...now, ...changes }), replace: true, resetScroll: false }),
    [navigate],
  )
  const openSearch = useCallback((opens: boolean) => {
    setSearching(opens)
    // Once the field is there.
    if (opens) requestAnimationFrame(() => searchField.current?.querySelector('input')?.focus())
  }, [])
  const endSearch = () => {
    setSearching(false)
    changeSearch({ q: undefined })
    const row = list.current?.querySelector<HTMLElement>('.queue-title') ?? document.getElementById('main')
    row?.focus({ preventScroll: true })
  }
  /** Those in the list, as many as one call changes. */
  const selectable = (rows ?? noRows).slice(0, bulkTicketsMax)
  const selectAll = () => keep(selectable.map(({ id }) => id))
  const stopSelecting = useCallback(() => {
    clear()
    setSelecting(false)
  }, [clear])

  const change = async (tickets: readonly StaffTicketListed[], set: NamedChange) => {
    const failed = await apply(tickets, set)
    keep(failed)
    if (failed.length === 0) setSelecting(false)
  }
  const choose = (set: NamedChange, tickets: readonly StaffTicketListed[]) => {
    // A closed step mails the customers, as closing does.
    if (set.stepStatus === closed) return setAsked({ kind: 'close', tickets, set })
    setAsked(undefined)
    void change(tickets, set)
  }
  const ask = (kind: Asked['kind'], tickets: readonly StaffTicketListed[]) => {
    if (tickets.length === 0 || isWorking) return
    setAsked(kind === 'close' ? { kind, tickets, set: closing } : { kind, tickets })
  }

  useQueueKeys({
    search,
    rows: rows ?? noRows,
    openId: ticketid,
    isReading,
    selected,
    list,
    fetchMore: () => {
      if (hasNextPage) void query.fetchNextPage()
    },
    select,
    selectAll,
    stopSelecting,
    openSearch,
    ask,
    assignToMe: tickets =>
      void change(tickets, { what: 'assigned', name: me.displayName, change: { assigneeId: me.staffUserId } }),
  })

  const listed = JSON.stringify(queueQuery(search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top
  useEffect(() => {
    if (list.current) list.current.scrollTop = 0
  }, [listed])
  const isListed = rows !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list appears; later the reader scrolls
  useEffect(() => {
    if (isListed) list.current?.querySelector(`[data-ticket="${ticketid}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [isListed])
  useEffect(() => {
    if (q) setSearching(true)
  }, [q])

  // The focus follows the open ticket through the list, and who comes back from one goes on at its row.
  const wasOpen = useRef<number>(undefined)
  useEffect(() => {
    const before = wasOpen.current
    wasOpen.current = ticketid
    if (before === ticketid || isRaising) return
    const isListFocused = list.current?.contains(document.activeElement)
    const row = ticketid ?? before
    if (row !== undefined && (isListFocused || ticketid === undefined))
      list.current?.querySelector<HTMLElement>(`[data-ticket="${row}"] .queue-title`)?.focus()
  }, [ticketid, isRaising])

  useStaffScreen(
    'staff-queue',
    ticketid === undefined ? [title, total && `(${total})`].filter(Boolean).join(' ') : title,
  )
  return (
    <main className="queue" id="main" tabIndex={-1} data-keeps-focus="" data-reading={isReading ? '' : undefined}>
      <QueueViews search={search} hasPortals={hasPortals} />
      <section
        className="queue-list"
        aria-label={total === undefined ? title : t('staffQueue.listLabel', { view: title, count: total })}
      >
        <QueueHead
          search={search}
          onSearch={changeSearch}
          title={title}
          total={total}
          rows={rows ?? noRows}
          hasMore={hasNextPage}
          now={now}
          hasPortals={hasPortals}
          searchField={searchField}
          isSearching={isSearching}
          onSearching={openSearch}
          onSearchEnd={endSearch}
          isSelecting={isSelecting}
          onSelecting={() => (isSelecting ? stopSelecting() : setSelecting(true))}
        />
        <ListStates
          query={query}
          rows={rows}
          stale={isPlaceholderData}
          failed={t('staffQueue.failed')}
          empty={
            <QueueEmpty
              search={search}
              onClear={() => changeSearch(Object.fromEntries(setFilters(search).map(name => [name, undefined])))}
            />
          }
        >
          {rows ? (
            <QueueList
              list={list}
              rows={rows}
              openId={ticketid}
              selected={ids}
              isSelecting={isSelecting || selected.length > 0}
              isStale={isPlaceholderData}
              isHidden={isReading}
              hasPortals={hasPortals}
              now={now}
              onSelect={select}
              more={
                <TableMore
                  {...morePages(query)}
                  labels={{
                    loading: t('staffQueue.moreLoading'),
                    failed: t('staffQueue.moreFailed'),
                    retry: t('words.retry'),
                  }}
                />
              }
            />
          ) : (
            <QueueSkeleton />
          )}
        </ListStates>
        {(isSelecting || selected.length > 0) && (
          <SelectionBar
            count={selected.length}
            isWorking={isWorking}
            all={selectable.length}
            onAll={selectAll}
            onAsk={kind => ask(kind, selected)}
            onClear={stopSelecting}
          />
        )}
      </section>
      {!isReading && <NothingChosen />}
      <Outlet />
      <ChoiceDialog
        kind={asked && asked.kind !== 'close' ? asked.kind : null}
        tickets={asked?.tickets ?? noRows}
        onChoose={choose}
        onClose={() => setAsked(undefined)}
      />
      <ConfirmDialog
        open={asked?.kind === 'close'}
        title={t('staffQueue.confirmClose.title', { count: asked?.tickets.length ?? 0 })}
        confirm={t('staffQueue.confirmClose.confirm')}
        cancel={t('staffQueue.confirmClose.cancel')}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked?.kind !== 'close') return
          setAsked(undefined)
          void change(asked.tickets, asked.set)
        }}
      >
        {t('staffQueue.confirmClose.text')}
      </ConfirmDialog>
    </main>
  )
}
