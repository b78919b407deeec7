import type { HeldAnswer } from '@portico/contract/staff/tickets'
import { ArrowDown } from 'lucide-react'
import { Fragment, memo, type RefObject, useMemo, useRef } from 'react'
import { useMe } from '../../../../staff/session/use-me.ts'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { byDay, hasContent } from '../../../rules.ts'
import type { OpenTicket } from '../../data.ts'
import { useMoment } from '../use-moment.ts'
import { HeldMessage } from './held-message.tsx'
import { ChangesLine, StatusLine, TimeLine } from './history-line.tsx'
import { Note, StaffMessage } from './staff-message.tsx'
import { type Entry, timelineOf } from './timeline.ts'
import { newMessagesId, type Reader, useReading } from './use-reading.ts'

type ThreadProps = {
  ticket: OpenTicket
  reader: RefObject<Reader>
  onTakeBack: (held: HeldAnswer) => void
  onCompare: (held: HeldAnswer) => void
  onImageFailed: () => void
}

/** All that was said and done on a ticket, by day, and the answers that are held back. */
export const Thread = memo(({ ticket, reader, onTakeBack, onCompare, onImageFailed }: ThreadProps) => {
  const { t } = useText()
  const { staffUserId } = useMe()
  const { day } = useMoment()
  const thread = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const { newFrom, arrived, isAway, look, show, scrolled } = useReading(ticket, staffUserId, { thread, end, reader })
  const days = useMemo(
    () =>
      byDay(
        timelineOf(ticket).map(entry => ({ ...entry, id: entry.key })),
        day,
      ),
    [ticket, day],
  )
  const shown = { staffUserId, onImageFailed, ticketid: ticket.id }
  const draw = (entry: Entry) => {
    if (entry.kind === 'description') {
      const { description: message, attachments, createdOn: creationDate, raiser: customer, mail } = ticket
      return (
        <StaffMessage
          comment={{ message, attachments, creationDate, customer, staff: null, cc: null, inCopy: null, mail }}
          {...shown}
        />
      )
    }
    if (entry.kind === 'note')
      return <Note note={entry.note} ticket={ticket} staffUserId={staffUserId} onImageFailed={onImageFailed} />
    if (entry.kind === 'changes') return <ChangesLine changes={entry.changes} />
    if (entry.kind === 'time') return <TimeLine time={entry.time} />
    const { comment } = entry
    return (
      <>
        {comment.id === newFrom && (
          <h3 className="conversation-day conversation-new" id={newMessagesId}>
            {t('staffTicket.thread.newMessages')}
          </h3>
        )}
        {(comment.event === null || hasContent(comment.message) || comment.attachments.length > 0) && (
          <StaffMessage comment={comment} {...shown} />
        )}
        {comment.event && <StatusLine comment={comment} />}
      </>
    )
  }
  return (
    <div className="desk-reading">
      <section
        className="desk-thread"
        ref={thread}
        aria-label={t('staffTicket.thread.label')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
        tabIndex={0}
        onScroll={scrolled}
        onWheel={look}
        onTouchMove={look}
        onPointerDown={look}
        onKeyDown={look}
      >
        <div className="conversation">
          {days.map(({ day: name, messages }) => (
            <Fragment key={messages[0]?.key}>
              <h3 className="conversation-day">{name}</h3>
              {messages.map(entry => (
                <Fragment key={entry.key}>{draw(entry)}</Fragment>
              ))}
            </Fragment>
          ))}
          {ticket.heldAnswers.map(held => (
            <HeldMessage key={held.id} ticketid={ticket.id} held={held} onTakeBack={onTakeBack} onCompare={onCompare} />
          ))}
          <div ref={end} className="desk-end" />
        </div>
      </section>
      <p className="sr-only" aria-live="polite">
        {arrived > 0 && t('staffTicket.thread.arrived', { count: arrived })}
      </p>
      {(arrived > 0 || isAway) && (
        <Button className="to-newest" size="sm" onClick={show}>
          <ArrowDown className="icon" aria-hidden="true" />
          {arrived > 0 ? t('staffTicket.thread.arrived', { count: arrived }) : t('staffTicket.thread.toNewest')}
        </Button>
      )}
    </div>
  )
})
