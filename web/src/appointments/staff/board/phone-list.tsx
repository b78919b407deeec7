import type { TicketToPlan, VisitBoard } from '@portico/contract/staff/planning/visits'
import { MapPin, Phone } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../text/use-text.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { mapUrl } from '../../map-url.ts'
import { rowsOf } from './board.tsx'
import { entriesOn, keyOf, lookOf, spanOf } from './rules.ts'
import { ToPlan, type useToPlan } from './to-plan.tsx'
import type { BoardWords } from './use-board-words.ts'

type PhoneListProps = {
  board: VisitBoard
  toPlan: ReturnType<typeof useToPlan>
  words: BoardWords
  now: number
  onOpen: (entry: VisitBoard['entries'][number]) => void
  onPlan: (ticket: TicketToPlan) => void
}

/** The board on a phone: the visits of a day by technician, and what is to be planned. */
export const PhoneList = ({ board, toPlan, words, now, onOpen, onPlan }: PhoneListProps) => {
  const { t } = useText()
  const [part, setPart] = useState<'visits' | 'toPlan'>('visits')
  const [day] = board.days
  const rows = rowsOf({ ...board, entries: day ? entriesOn(board.entries, day) : [] })
  const busy = rows.filter(({ entries }) => entries.length > 0)
  const free = rows.filter(({ entries }) => entries.length === 0)
  return (
    <div className="agenda">
      <div className="agenda-parts">
        <SegmentedControl
          label={t('staffVisits.view')}
          options={[
            { value: 'visits', text: t('staffVisits.title') },
            { value: 'toPlan', text: t('staffVisits.toPlan.short', { count: toPlan.query.data?.count ?? 0 }) },
          ]}
          value={part}
          onChange={setPart}
        />
      </div>
      {part === 'toPlan' ? (
        <ToPlan toPlan={toPlan} portals={board.portals} words={words} now={now} heldId={undefined} onOpen={onPlan} />
      ) : (
        <>
          {busy.map(({ technician, entries }) => (
            <section key={technician?.id ?? 0} aria-label={technician?.displayName ?? t('staffVisits.nobody')}>
              <h2 className="agenda-name">{technician?.displayName ?? t('staffVisits.nobody')}</h2>
              <ul>
                {entries.map(entry => {
                  const look = lookOf(entry, now)
                  const span = spanOf(entry)
                  const isVisit = entry.kind === 'visit' || entry.kind === 'booking'
                  return (
                    <li key={keyOf(entry)} className="agenda-item" data-visit={isVisit ? look : entry.kind}>
                      <p className="agenda-time">
                        {words.isWholeDays(span) ? (
                          words.span(span)
                        ) : (
                          <>
                            {words.time(span.from)}
                            <small>{words.time(span.to)}</small>
                          </>
                        )}
                      </p>
                      <div className="agenda-body">
                        {isVisit && look !== 'plan' && <span className="quiet">{t(`staffVisits.look.${look}`)}</span>}
                        {isVisit ? (
                          <button type="button" className="agenda-open" onClick={() => onOpen(entry)}>
                            {entry.customer?.companyName}
                          </button>
                        ) : (
                          <b>{words.title(entry)}</b>
                        )}
                        {isVisit && <p>{words.title(entry)}</p>}
                        {(entry.address || entry.phone) && (
                          <p className="agenda-links">
                            {entry.address && (
                              <a href={mapUrl(entry.address)} target="_blank" rel="noreferrer">
                                <MapPin className="icon" aria-hidden="true" />
                                {entry.address}
                              </a>
                            )}
                            {entry.phone && (
                              <a href={`tel:${entry.phone.replace(/[^+\d]/g, '')}`}>
                                <Phone className="icon" aria-hidden="true" />
                                {entry.phone}
                              </a>
                            )}
                          </p>
                        )}
                      </div>
                    </li>
                  )
                })}
              </ul>
            </section>
          ))}
          {busy.length === 0 && <p className="to-plan-none">{t('staffVisits.noneToday')}</p>}
          {busy.length > 0 && free.length > 0 && (
            <p className="agenda-free">
              {t('staffVisits.freePeople', { names: free.map(({ technician }) => technician?.displayName).join(', ') })}
            </p>
          )}
        </>
      )}
    </div>
  )
}
