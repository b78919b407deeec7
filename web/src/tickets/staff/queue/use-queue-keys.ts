import type { StaffTicketListed } from '@portico/contract/staff/tickets'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { useKeys } from '../../../staff/session/use-keys.ts'
import { useText } from '../../../text/use-text.ts'
import { useUndoElsewhere } from '../desk/elsewhere.ts'
import { type QueueSearch, queueQuery } from '../queue-search.ts'
import { listedViews } from './listed-views.ts'

type QueueKeys = {
  search: QueueSearch
  rows: readonly StaffTicketListed[]
  openId: number | undefined
  isReading: boolean
  selected: readonly StaffTicketListed[]
  list: RefObject<HTMLElement | null>
  fetchMore: () => void
  select: (ticketid: number, isRange?: boolean) => void
  selectAll: () => void
  stopSelecting: () => void
  openSearch: (opens: boolean) => void
  ask: (kind: 'assign' | 'step', tickets: readonly StaffTicketListed[]) => void
  assignToMe: (tickets: readonly StaffTicketListed[]) => void
}

const focusedTicket = () => {
  const row = document.activeElement?.closest<HTMLElement>('[data-ticket]')
  return row ? Number(row.dataset.ticket) : undefined
}

/** The keys of the queue. The row with the focus is the one that they are for; without one, the open ticket. */
export const useQueueKeys = (keys: QueueKeys) => {
  const { t } = useText()
  const navigate = useNavigate()
  const { rows, openId, isReading, selected, list, select, ask } = keys
  const last = useRef<number>(undefined)

  const current = () => {
    const id = focusedTicket() ?? openId ?? last.current
    return rows.findIndex(row => row.id === id)
  }
  const targets = () => {
    if (selected.length > 0) return selected
    const one = rows[current()]
    return one ? [one] : []
  }
  const isListed = () => Boolean(list.current && list.current.clientHeight > 0)
  const goTo = (ticketid: number) => {
    last.current = ticketid
    if (!isListed()) return void navigate({ to: '/tickets/$ticketid', params: { ticketid }, search: true })
    list.current?.querySelector<HTMLElement>(`[data-ticket="${ticketid}"] .queue-title`)?.focus()
  }
  const move = (by: 1 | -1) => {
    const at = current()
    const next = rows[at < 0 ? 0 : at + by]
    if (next) goTo(next.id)
    if (at + by >= rows.length - 5) keys.fetchMore()
  }
  const mark = (isRange: boolean) => {
    const one = rows[current()]
    if (!one) return
    last.current = one.id
    select(one.id, isRange)
  }
  const showView = (by: 1 | -1) => {
    const { view } = queueQuery(keys.search)
    const at = listedViews.indexOf(view as (typeof listedViews)[number])
    const next = listedViews[(at + by + listedViews.length) % listedViews.length]
    if (next) void navigate({ to: '/tickets', search: { view: next } })
  }
  const goBack = () => {
    if (selected.length > 0) return keys.stopSelecting()
    if (isReading) void navigate({ to: '/tickets', search: true })
  }

  const undoElsewhere = useUndoElsewhere()
  useKeys('queue', [
    { keys: 'j', text: t('staffQueue.keys.next'), repeats: true, run: () => move(1) },
    { keys: 'k', text: t('staffQueue.keys.previous'), repeats: true, run: () => move(-1) },
    { keys: 'Enter', text: t('staffQueue.keys.open') },
    { keys: 'x', text: t('staffQueue.keys.select'), run: () => mark(false) },
    { keys: 'Shift+x', text: t('staffQueue.keys.range'), run: () => mark(true) },
    { keys: 'Shift+a', text: t('staffQueue.keys.all'), run: keys.selectAll },
    { keys: 'a', text: t('staffQueue.keys.assign'), run: () => ask('assign', targets()) },
    {
      keys: 'i',
      text: t('staffQueue.keys.me'),
      run: () => {
        const tickets = targets()
        if (tickets.length > 0) keys.assignToMe(tickets)
      },
    },
    { keys: 's', text: t('staffQueue.keys.step'), run: () => ask('step', targets()) },
    { keys: '[', text: t('staffQueue.keys.previousView'), run: () => showView(-1) },
    { keys: ']', text: t('staffQueue.keys.nextView'), run: () => showView(1) },
    { keys: '/', text: t('staffQueue.keys.search'), run: () => keys.openSearch(true) },
    {
      keys: 'c',
      text: t('staffQueue.keys.new'),
      run: () => void navigate({ to: '/tickets/new', search: true }),
    },
    { keys: 'Escape', text: t('staffQueue.keys.back'), run: goBack },
    { keys: 'Control+z', ...(undoElsewhere && { run: undoElsewhere }) },
  ])
}
