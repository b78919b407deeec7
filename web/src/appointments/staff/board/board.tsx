// biome-ignore-all lint/a11y/useSemanticElements: the grid is laid out by hours and days, which no table can
// biome-ignore-all lint/a11y/useFocusableInteractive: of a grid the cells take the focus, one at a time
import type { BoardTechnician, VisitBoard } from '@portico/contract/staff/planning/visits'
import { type ReactNode, type Ref, useMemo } from 'react'
import { spokenMinutes } from '../../../staff/parts/spoken-minutes.ts'
import { useText } from '../../../text/use-text.ts'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import { EntryBlock } from './entry-block.tsx'
import { type Held, itemKeyOf } from './held.ts'
import {
  axisOf,
  collisionsOf,
  entriesOn,
  keyOf,
  lookOf,
  plannedMinutes,
  type Span,
  shareOf,
  ticksOf,
  tracksOf,
} from './rules.ts'
import type { BoardWords } from './use-board-words.ts'

type Row = { technician: BoardTechnician | null; entries: VisitBoard['entries'] }

/** The rows of a board: what nobody makes yet, if there is any, then everybody with what takes their time. */
export const rowsOf = ({ technicians, entries }: Pick<VisitBoard, 'technicians' | 'entries'>): Row[] => {
  const of = new Map<number | null, VisitBoard['entries']>()
  for (const entry of entries) of.set(entry.staffId, [...(of.get(entry.staffId) ?? []), entry])
  const unassigned = of.get(null) ?? []
  const rows: Row[] = technicians.map(technician => ({ technician, entries: of.get(technician.id) ?? [] }))
  return unassigned.length > 0 ? [{ technician: null, entries: unassigned }, ...rows] : rows
}

type BoardProps = {
  board: VisitBoard
  rows: readonly Row[]
  view: 'day' | 'week'
  words: BoardWords
  held: Held | undefined
  /** The cell that Tab leads to. */
  active: string | undefined
  now: number
  ref: Ref<HTMLDivElement>
  children?: ReactNode
}

/** A background for every lane: shaded where an axis lies outside of the hours of work. */
const closedOf = (axis: Span, hours: VisitBoard['days'][number]['hours']): string => {
  const percent = (at: number) => `${(shareOf(axis, at) * 100).toFixed(3)}%`
  const open = (hours ?? [{ from: new Date(axis.from).toISOString(), to: new Date(axis.to).toISOString() }]).map(
    ({ from, to }) => [percent(Date.parse(from)), percent(Date.parse(to))] as const,
  )
  const stops = open.flatMap(([from, to], index) => {
    const before = open[index - 1]?.[1] ?? '0%'
    return [`var(--board-closed) ${before} ${from}`, `transparent ${from} ${to}`]
  })
  return `linear-gradient(to right, ${[...stops, `var(--board-closed) ${open.at(-1)?.[1] ?? '0%'} 100%`].join(', ')})`
}

const Drop = ({
  held,
  board,
  words,
  axis,
}: {
  held: Held
  board: VisitBoard
  words: BoardWords
  axis: Span | undefined
}) => {
  const { t } = useText()
  const { target, item } = held
  const taken = collisionsOf(board.entries, target, itemKeyOf(item))[0]
  return (
    <div
      className="visit-drop"
      data-taken={taken ? '' : undefined}
      aria-hidden="true"
      style={axis && { '--from': String(shareOf(axis, target.from)), '--to': String(shareOf(axis, target.to)) }}
    >
      <b>{words.span(target)}</b>
      <span>
        {taken
          ? t('staffVisits.move.taken', { what: taken.customer?.companyName ?? words.title(taken) })
          : t('staffVisits.move.free')}
      </span>
    </div>
  )
}

const Head = ({ row: { technician, entries }, isActive }: { row: Row; isActive: boolean }) => {
  const { t } = useText()
  const minutes = plannedMinutes(entries)
  const name = technician?.displayName ?? t('staffVisits.nobody')
  const detail = [technician?.groups.join(', '), minutes > 0 && spokenMinutes(minutes)].filter(Boolean).join(', ')
  return (
    <div
      role="rowheader"
      className="board-tech"
      data-cell=""
      data-key={`row-${technician?.id ?? 0}`}
      data-row-head=""
      tabIndex={isActive ? 0 : -1}
      aria-describedby="board-row-keys"
    >
      <Avatar name={name} size="md" />
      <span>
        <span className="ink">{name}</span>
        {detail && <small>{detail}</small>}
      </span>
    </div>
  )
}

/** The board: a row for everybody, by hours of a day or by days of a week. */
export const Board = ({ board, rows, view, words, held, active, now, ref }: BoardProps) => {
  const { t } = useText()
  const { days, timeZone } = board
  const [day] = days
  const axis = useMemo(() => day && axisOf(day, board.entries, timeZone), [day, board.entries, timeZone])
  if (!day || !axis) return null
  const heldKey = held && itemKeyOf(held.item)
  const blockOf = (entry: VisitBoard['entries'][number]) => ({
    entry,
    look: lookOf(entry, now),
    words,
    isHeld: heldKey === keyOf(entry),
    isActive: active === keyOf(entry),
    now,
  })
  const ticks = ticksOf(axis)
  const isNow = view === 'day' && now >= axis.from && now < axis.to
  const isOver = (row: Row) => held !== undefined && held.target.staffId === (row.technician?.id ?? null)

  const dayLane = (row: Row) => {
    const { track, count } = tracksOf(row.entries)
    return (
      <div className="board-lane" role="presentation" data-lane="" data-over={isOver(row) || undefined}>
        {row.entries.map(entry => (
          <EntryBlock
            key={keyOf(entry)}
            {...blockOf(entry)}
            place={{
              from: shareOf(axis, Date.parse(entry.startsOn)),
              to: shareOf(axis, Date.parse(entry.endsOn)),
              track: track.get(keyOf(entry)) ?? 0,
              tracks: count,
            }}
          />
        ))}
        {held && isOver(row) && <Drop held={held} board={board} words={words} axis={axis} />}
      </div>
    )
  }
  const weekLane = (row: Row) => (
    <div className="board-lane board-lane--week" role="presentation">
      {days.map(one => {
        const entries = entriesOn(row.entries, one)
        const holds =
          held &&
          isOver(row) &&
          held.target.from >= Date.parse(one.startsOn) &&
          held.target.from < Date.parse(one.endsOn)
        const key = `row-${row.technician?.id ?? 0}-${one.date}`
        const empty = entries.length === 0 && {
          role: 'gridcell',
          'data-cell': '',
          'data-key': key,
          'data-at': Date.parse(one.startsOn),
          tabIndex: active === key ? 0 : -1,
          'aria-label': t('staffVisits.emptyDay', { day: words.column(one.date) }),
        }
        return (
          <div
            key={one.date}
            className="board-day"
            role="presentation"
            data-day={one.date}
            data-closed={one.hours?.length === 0 || undefined}
            data-over={holds || undefined}
            {...empty}
          >
            {entries.map(entry => (
              <EntryBlock key={keyOf(entry)} {...blockOf(entry)} />
            ))}
            {holds && <Drop held={held} board={board} words={words} axis={undefined} />}
          </div>
        )
      })}
    </div>
  )

  return (
    <div
      className="board"
      data-view={view}
      role="grid"
      aria-label={
        view === 'day' ? words.shortDay(day.date) : t('staffVisits.weekOf', { day: words.shortDay(day.date) })
      }
      ref={ref}
      data-now={isNow || undefined}
      style={{
        '--hours': String(ticks.length),
        '--closed': closedOf(axis, day.hours),
        '--now': String(shareOf(axis, now)),
      }}
    >
      <div role="row" className="board-row board-row--head">
        <div role="columnheader" className="board-corner">
          {t('staffVisits.technician')}
        </div>
        <div className="board-hours" role="presentation">
          {view === 'day'
            ? ticks.map(tick => (
                <div key={tick} role="columnheader" className="board-hour">
                  {words.time(tick)}
                </div>
              ))
            : days.map(({ date, closing, startsOn, endsOn }) => (
                <div
                  key={date}
                  role="columnheader"
                  className="board-hour"
                  data-today={(now >= Date.parse(startsOn) && now < Date.parse(endsOn)) || undefined}
                >
                  {words.column(date)}
                  {closing && <small title={closing}>{closing}</small>}
                </div>
              ))}
          {isNow && (
            <span className="now-flag" aria-hidden="true" style={{ '--from': String(shareOf(axis, now)) }}>
              {words.time(now)}
            </span>
          )}
        </div>
      </div>
      {rows.map(row => (
        <div key={row.technician?.id ?? 0} role="row" className="board-row" data-staff={row.technician?.id ?? 0}>
          <Head row={row} isActive={active === `row-${row.technician?.id ?? 0}`} />
          {view === 'day' ? dayLane(row) : weekLane(row)}
        </div>
      ))}
    </div>
  )
}
