import type { TicketToPlan, VisitBoard } from '@portico/contract/staff/planning/visits'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Board, rowsOf } from './board.tsx'
import { firstTarget, fromInstant, type Ground, type Held, type Item, itemKeyOf, onWeekday, stepped } from './held.ts'
import { axisOf, collisionsOf, firstFree, keyOf, type Span, shareOf, type Target, timeAt } from './rules.ts'
import { ToPlan, type useToPlan } from './to-plan.tsx'
import type { BoardWords } from './use-board-words.ts'
import { useDrag } from './use-drag.ts'

type Entry = VisitBoard['entries'][number]

type PlannerProps = {
  board: VisitBoard
  toPlan: ReturnType<typeof useToPlan>
  view: 'day' | 'week'
  words: BoardWords
  now: number
  onOpen: (entry: Entry) => void
  onNew: (target: Target) => void
  onPlan: (ticket: TicketToPlan, target?: Target) => void
  onMove: (entry: Entry, target: Target) => void
}

/** How long the focus follows what was dropped by keys: it is drawn anew in its row, and once more if the server refuses. */
const REFOCUS = 3000

/** The cell that an arrow key leads to from another one: in its row the next, in another row what is nearest in time. */
const nextCell = (board: HTMLElement, cell: HTMLElement, key: string): HTMLElement | undefined => {
  const rows = [...board.querySelectorAll<HTMLElement>('[role="row"][data-staff]')]
  const row = cell.closest<HTMLElement>('[role="row"]')
  const cellsIn = (one: HTMLElement | undefined | null) => [
    ...(one?.querySelectorAll<HTMLElement>('[data-cell]') ?? []),
  ]
  const own = cellsIn(row)
  if (key === 'Home') return own[0]
  if (key === 'End') return own.at(-1)
  if (key === 'ArrowLeft') return own[own.indexOf(cell) - 1]
  if (key === 'ArrowRight') return own[own.indexOf(cell) + 1]
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
  if (step === 0 || !row) return undefined
  const cells = cellsIn(rows[rows.indexOf(row) + step])
  if (cell.dataset.rowHead !== undefined) return cells[0]
  const at = Number(cell.dataset.at)
  const far = (one: HTMLElement) => (one.dataset.at ? Math.abs(Number(one.dataset.at) - at) : Number.POSITIVE_INFINITY)
  return cells.toSorted((a, b) => far(a) - far(b))[0]
}

/** The board with what is to be planned beside it. What is on it is moved by drag, by keys, and by the form that a click opens. */
export const Planner = ({ board, toPlan, view, words, now, onOpen, onNew, onPlan, onMove }: PlannerProps) => {
  const { t } = useText()
  const [held, setHeld] = useState<Held>()
  const [active, setActive] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  /** Which cell gets the focus once it is there again: what has moved is drawn in another row. */
  const refocus = useRef<{ key: string; until: number }>(undefined)
  const rows = rowsOf(board)
  const { days, entries, timeZone } = board
  const staffIds = rows.map(({ technician }) => technician?.id ?? null)
  const ground: Ground = { days, entries, staffIds, view, timeZone, now }
  const [day] = days
  const axis: Span = day ? axisOf(day, entries, timeZone) : { from: 0, to: 1 }
  const firstCell = active ?? `row-${staffIds[0] ?? 0}`

  const entryOf = (element: Element) => {
    const key = element.closest<HTMLElement>('[data-key]')?.dataset.key
    return entries.find(entry => keyOf(entry) === key)
  }
  const itemOf = (element: Element): Item | undefined => {
    const ticketId = Number(element.closest<HTMLElement>('[data-ticket]')?.dataset.ticket)
    const ticket = toPlan.query.data?.tickets.find(({ id }) => id === ticketId)
    if (ticket) return { kind: 'ticket', ticket }
    const entry = element.closest('[data-movable]') && entryOf(element)
    return entry ? { kind: 'entry', entry } : undefined
  }
  const staffOf = (element: Element) => Number(element.closest<HTMLElement>('[data-staff]')?.dataset.staff) || null

  /** The instant below a pointer in a lane of a day. */
  const instantIn = (lane: Element, x: number, grabbed = 0) => {
    const { left, width } = lane.getBoundingClientRect()
    return timeAt(axis, (x - left) / width - grabbed)
  }
  const targetAt = (item: Item, x: number, y: number, grabbed: number): Target | undefined => {
    const hit = document.elementFromPoint(x, y)
    if (!hit || !grid.current?.contains(hit)) return undefined
    const lane = hit.closest('[data-lane]')
    if (lane) return { staffId: staffOf(lane), ...fromInstant(item, instantIn(lane, x, grabbed)) }
    const cell = hit.closest<HTMLElement>('[data-day]')
    const shown = days.find(({ date }) => date === cell?.dataset.day)
    if (!cell || !shown) return undefined
    const staffId = staffOf(cell)
    return { staffId, ...onWeekday(item, shown, staffId, ground) }
  }

  const place = (item: Item, target: Target) => {
    setHeld(undefined)
    if (item.kind === 'ticket') return onPlan(item.ticket, target)
    const { entry } = item
    const isSame = entry.staffId === target.staffId && Date.parse(entry.startsOn) === target.from
    if (!isSame) onMove(entry, target)
  }

  const over = useRef<Target>(undefined)
  const drag = useDrag<{ item: Item; grabbed: number }>({
    root,
    scroller: grid,
    ghost,
    take: (element, x) => {
      const item = held?.by === 'keys' ? undefined : itemOf(element)
      const lane = element.closest('[data-lane]')
      if (!item || !lane || item.kind === 'ticket') return item && { item, grabbed: 0 }
      const { left, width } = lane.getBoundingClientRect()
      return { item, grabbed: (x - left) / width - shareOf(axis, Date.parse(item.entry.startsOn)) }
    },
    over: ({ item, grabbed }, x, y) => {
      const target = targetAt(item, x, y, grabbed)
      const known = over.current
      over.current = target
      const isSame = known?.staffId === target?.staffId && known?.from === target?.from
      if (!isSame || !held) {
        const back = item.kind === 'entry' ? firstTarget(item, ground) : { staffId: -1, from: 0, to: 0 }
        setHeld({ item, target: target ?? back, by: 'pointer' })
      }
    },
    drop: ({ item }) => {
      const target = over.current
      over.current = undefined
      if (target) place(item, target)
      else setHeld(undefined)
    },
    cancel: () => {
      over.current = undefined
      setHeld(undefined)
    },
  })

  const take = (item: Item) => setHeld({ item, target: firstTarget(item, ground), by: 'keys' })
  const whileHeld = (event: KeyboardEvent, now: Held) => {
    if (event.key === 'Tab') return setHeld(undefined)
    event.preventDefault()
    if (event.key === 'Escape') {
      event.stopPropagation()
      return setHeld(undefined)
    }
    if (event.key === ' ' || event.key === 'Enter') {
      refocus.current = { key: itemKeyOf(now.item), until: Date.now() + REFOCUS }
      return place(now.item, now.target)
    }
    const target = stepped(now, event.key, event.shiftKey, ground)
    if (target) setHeld({ ...now, target })
  }
  const newAt = (cell: HTMLElement) => {
    const staffId = staffOf(cell)
    const shown =
      days.find(({ date }) => date === cell.dataset.day) ?? days.find(({ endsOn }) => Date.parse(endsOn) > now) ?? day
    if (shown) onNew({ staffId, ...firstFree(shown, entries, { staffId, minutes: 60, after: now, timeZone }) })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (held?.by === 'keys') return whileHeld(event, held)
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === ' ' && event.target.matches('[data-cell], [data-ticket]')) {
      event.preventDefault()
      const item = itemOf(event.target)
      if (item) take(item)
      return
    }
    const cell = event.target.closest<HTMLElement>('[data-cell]')
    if (!cell || !grid.current) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const entry = entryOf(cell)
      return entry ? onOpen(entry) : newAt(cell)
    }
    const next = nextCell(grid.current, cell, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const entry = entryOf(event.target)
    if (entry) return onOpen(entry)
    const lane = event.target.closest('[data-lane]')
    if (lane) {
      const from = instantIn(lane, event.clientX)
      return onNew({ staffId: staffOf(lane), from, to: from + 3_600_000 })
    }
    const cell = event.target.closest<HTMLElement>('[data-day], [data-row-head]')
    if (cell) newAt(cell)
  }

  const find = (key: string) =>
    root.current?.querySelector<HTMLElement>(
      key.startsWith('ticket-') ? `[data-ticket="${key.slice(7)}"]` : `[data-key="${key}"]`,
    )
  useEffect(() => {
    const { key, until } = refocus.current ?? { key: '', until: 0 }
    if (held || Date.now() > until || document.activeElement !== document.body) return
    find(key)?.focus()
  })
  // A colleague may move what is held by keys to another row, where it is drawn anew, or take it off the board.
  useEffect(() => {
    if (held?.by !== 'keys') return
    const element = find(itemKeyOf(held.item))
    if (!element) {
      setHeld(undefined)
      toast({ tone: 'danger', title: localized(t => t('staffVisits.move.crossed')) })
    }
    if (document.activeElement === document.body)
      (element ?? grid.current?.querySelector<HTMLElement>('[data-cell]'))?.focus()
  })
  useEffect(() => {
    // The cell that Tab leads to may be one of another day, or gone.
    if (!grid.current?.querySelector('[data-cell][tabindex="0"]')) setActive(undefined)
  })
  useEffect(() => {
    if (held?.by === 'keys')
      grid.current?.querySelector('.visit-drop')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [held])

  const said = () => {
    if (held?.by !== 'keys') return ''
    const { target, item } = held
    const name = rows.find(({ technician }) => (technician?.id ?? null) === target.staffId)?.technician?.displayName
    const taken = collisionsOf(entries, target, itemKeyOf(item))[0]
    const state = taken
      ? t('staffVisits.move.taken', { what: taken.customer?.companyName ?? words.title(taken) })
      : t('staffVisits.move.free')
    return `${name ?? t('staffVisits.nobody')}, ${words.dayOf(target.from)}, ${words.span(target)}, ${state}`
  }
  const ghostTitle =
    held?.item.kind === 'ticket'
      ? held.item.ticket.title
      : held && (held.item.entry.customer?.companyName ?? words.title(held.item.entry))

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cells and cards inside take the focus; their keys are handled here for all
    <div
      className="planner"
      ref={root}
      data-holding={held?.by}
      onKeyDown={onKeyDown}
      onKeyUp={event => {
        // Some browsers click a button when the space bar comes up.
        if (event.key === ' ' && held?.by === 'keys') event.preventDefault()
      }}
      {...drag}
    >
      <ToPlan
        toPlan={toPlan}
        portals={board.portals}
        words={words}
        now={now}
        heldId={held?.item.kind === 'ticket' ? held.item.ticket.id : undefined}
        onOpen={ticket => onPlan(ticket)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className="board-frame"
        onClick={onClick}
        onFocus={event => {
          const key = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.key
          if (key) setActive(key)
        }}
      >
        <Board
          board={board}
          rows={rows}
          view={view}
          words={words}
          held={held}
          active={firstCell}
          now={now}
          ref={grid}
        />
      </div>
      <p className="sr-only" id="board-keys">
        {t('staffVisits.keys.entry')}
      </p>
      <p className="sr-only" id="board-row-keys">
        {t('staffVisits.keys.row')}
      </p>
      <p className="sr-only" role="status">
        {said()}
      </p>
      {held?.by === 'pointer' &&
        createPortal(
          <div className="drag-ghost" ref={ghost} aria-hidden="true">
            <b>{ghostTitle}</b>
            <small>
              {held.target.staffId === -1
                ? t('staffVisits.move.beside')
                : `${words.dayOf(held.target.from)}, ${words.span(held.target)}`}
            </small>
          </div>,
          document.body,
        )}
    </div>
  )
}
