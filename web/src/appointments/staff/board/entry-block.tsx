import type { BoardEntry } from '@portico/contract/staff/planning/visits'
import { CalendarCheck, Check, Hourglass, Play, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { useText } from '../../../text/use-text.ts'
import { isMovable } from './held.ts'
import { keyOf, type lookOf, spanOf } from './rules.ts'
import type { BoardWords } from './use-board-words.ts'

const icons = { done: Check, running: Play, late: TriangleAlert, unconfirmed: Hourglass }

type EntryBlockProps = {
  entry: BoardEntry
  /** How it stands at the moment: `lookOf`. */
  look: ReturnType<typeof lookOf>
  words: BoardWords
  /** Where it lies in a lane: shares of its width, and the line of it. Absent in a week, where entries follow each other. */
  place?: { from: number; to: number; track: number; tracks: number }
  isHeld: boolean
  isActive: boolean
  now: number
}

const shares = ({ from, to, track, tracks }: NonNullable<EntryBlockProps['place']>) => ({
  '--from': String(from),
  '--to': String(to),
  '--track': String(track),
  '--tracks': String(tracks),
})

/** A visit, a booking, an absence or a busy time on the board. */
export const EntryBlock = memo(({ entry, look, words, place, isHeld, isActive, now }: EntryBlockProps) => {
  const { t } = useText()
  const { kind, customer } = entry
  const isOff = kind === 'absence' || kind === 'busy'
  const Icon = look === 'plan' ? undefined : icons[look]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of a grid whose rows are no table
    <div
      role="gridcell"
      className={isOff ? 'visit visit--off' : 'visit'}
      data-cell=""
      data-key={keyOf(entry)}
      data-at={spanOf(entry).from}
      data-visit={isOff ? kind : look}
      data-booking={kind === 'booking' || undefined}
      data-movable={isMovable(entry) || undefined}
      data-held={isHeld || undefined}
      aria-label={words.line(entry, now)}
      aria-describedby={isMovable(entry) ? 'board-keys' : undefined}
      tabIndex={isActive ? 0 : -1}
      style={place && shares(place)}
    >
      {(!place || isOff) && <span className="visit-time">{words.span(spanOf(entry))}</span>}
      <b>{customer?.companyName ?? words.title(entry)}</b>
      {customer && <span>{words.title(entry)}</span>}
      {!isOff && (Icon || kind === 'booking') && (
        <span className="visit-state">
          {Icon ? <Icon className="icon" aria-hidden="true" /> : <CalendarCheck className="icon" aria-hidden="true" />}
          <span>{t(Icon ? `staffVisits.look.${look}` : 'staffVisits.booking')}</span>
        </span>
      )}
    </div>
  )
})
