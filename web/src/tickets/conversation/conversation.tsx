import type { Me } from '@portico/contract/auth'
import type { Ticket } from '@portico/contract/tickets'
import { Fragment } from 'react'
import type { Format } from '../../session/use-format.ts'
import { useText } from '../../text/use-text.ts'
import { byDay, hasContent } from '../rules.ts'
import { EventLine, PlannedLine } from './event-line.tsx'
import { Message } from './message.tsx'
import { OutgoingMessage } from './outgoing-message.tsx'
import { newMessagesId } from './use-new-messages.ts'
import type { Sending } from './use-sending.ts'

type ConversationProps = {
  ticket: Ticket
  me: Me
  format: Format
  /** The first message below the "new messages" line. */
  newFrom: number | null
  sending: readonly Sending[]
  onEdit: (sending: Sending) => void
  onImageFailed: () => void
}

/** The messages of a ticket by day, with its closings, reopenings and the next planned activity. */
export const Conversation = ({ ticket, me, format, newFrom, sending, onEdit, onImageFailed }: ConversationProps) => {
  const { t } = useText()
  const { comments, nextPlannedActivityInfo: planned } = ticket
  const nothing = comments.length === 0 && sending.length === 0
  return (
    <section className="conversation" aria-label={t('ticket.page.conversation')}>
      {byDay(comments, instant => format.ticketDay(instant)).map(({ day, messages }) => (
        <Fragment key={messages[0]?.id}>
          <h2 className="conversation-day">{day}</h2>
          {messages.map(comment => (
            <Fragment key={comment.id}>
              {comment.id === newFrom && (
                <h2 className="conversation-day conversation-new" id={newMessagesId}>
                  {t('ticket.page.newMessages')}
                </h2>
              )}
              {(comment.event === null || hasContent(comment.message) || comment.attachments.length > 0) && (
                <Message comment={comment} ticket={ticket} me={me} format={format} onImageFailed={onImageFailed} />
              )}
              {comment.event && <EventLine comment={comment} me={me} format={format} />}
            </Fragment>
          ))}
        </Fragment>
      ))}
      {nothing && <p className="conversation-none">{t('ticket.page.noMessages')}</p>}
      {planned && <PlannedLine planned={planned} format={format} />}
      {sending.map(one => (
        <OutgoingMessage key={one.outgoing.key} sending={one} onEdit={() => onEdit(one)} />
      ))}
    </section>
  )
}
