import type { Ticket } from '@portico/contract/tickets'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isViewing } from '../../api/viewing-tab.ts'
import { useFormat } from '../../session/use-format.ts'
import { useEntered } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { AttachmentList, besidesText } from '../conversation/attachment-list.tsx'
import { Conversation } from '../conversation/conversation.tsx'
import { MessageHtml } from '../conversation/message-html.tsx'
import { QuotedText } from '../conversation/quoted-text.tsx'
import { ReplyBox } from '../conversation/reply-box.tsx'
import { useNewMessages } from '../conversation/use-new-messages.ts'
import { type Sending, useSending } from '../conversation/use-sending.ts'
import type { Outgoing } from '../data.ts'
import { useTrueToasts } from '../ticket-toasts.ts'
import { BookVisit } from './book-visit.tsx'
import { CloseTicket } from './close-ticket.tsx'
import { NextActivity, TicketDetails, TicketSummary } from './ticket-details.tsx'
import { TicketHead } from './ticket-head.tsx'
import { TicketReports } from './ticket-reports.tsx'

// File URLs expire after an hour: a failed image refetches the ticket, but not repeatedly.
const refreshPause = 60_000

type TicketPageProps = { ticket: Ticket; onRefresh: () => void }

/** A ticket that has been loaded. */
export const TicketPage = ({ ticket, onRefresh }: TicketPageProps) => {
  const { t } = useText()
  const { me } = useEntered()
  const format = useFormat()
  const sending = useSending(ticket.id)
  useTrueToasts(ticket)
  const [edited, setEdited] = useState<Outgoing | null>(null)
  const { end, isFar, newFrom, unread, arrived, show, toEnd } = useNewMessages(ticket, me)
  const stateOfSending = sending.map(({ outgoing, failure }) => `${outgoing.key} ${failure !== null}`).join()
  const seen = useRef(stateOfSending)
  // The reader's own message, and an error in sending it, appear above the reply box: scroll them into view.
  useEffect(() => {
    if (stateOfSending !== seen.current) toEnd()
    seen.current = stateOfSending
  }, [stateOfSending, toEnd])
  const refreshed = useRef(0)
  const onImageFailed = useCallback(() => {
    if (Date.now() - refreshed.current < refreshPause) return
    refreshed.current = Date.now()
    onRefresh()
  }, [onRefresh])
  const edit = ({ outgoing, discard }: Sending) => {
    setEdited(outgoing)
    discard()
  }
  const { description, attachments, senderName } = {
    ...ticket,
    senderName: arrived?.senderUser?.displayName ?? arrived?.senderContactWebUser?.referentName,
  }
  const more = (
    <TicketReports ticketId={ticket.id} format={format}>
      {ticket.taskStatus.step.taskStatus !== 2 && <BookVisit />}
      <CloseTicket ticket={ticket} />
    </TicketReports>
  )
  return (
    <div className="ticket">
      <div className="ticket-main">
        <TicketHead ticket={ticket} me={me} format={format} />
        <TicketSummary ticket={ticket} me={me} format={format}>
          {more}
        </TicketSummary>
        <div className="ticket-print">
          <TicketDetails ticket={ticket} me={me} format={format} />
        </div>
        <div className="ticket-description">
          <MessageHtml className="prose" html={description} attachments={attachments} onImageFailed={onImageFailed} />
          <AttachmentList attachments={besidesText(attachments, description)} onImageFailed={onImageFailed} />
          {ticket.quotedMailId !== null && (
            <QuotedText
              ticketid={ticket.id}
              mailid={ticket.quotedMailId}
              lines={ticket.quotedLines}
              opens={ticket.opensQuoted}
            />
          )}
        </div>
        <Conversation
          ticket={ticket}
          me={me}
          format={format}
          newFrom={newFrom}
          sending={sending}
          onEdit={edit}
          onImageFailed={onImageFailed}
        />
        <div ref={end} className="conversation-end" />
        <p className="sr-only" aria-live="polite">
          {arrived && t('ticket.page.newMessageFrom', { name: senderName ?? t('ticket.page.staff') })}
        </p>
        {!isViewing && (
          <ReplyBox ticket={ticket} edited={edited}>
            {(unread || isFar) && (
              <Button className="new-message" size="sm" onClick={unread ? show : toEnd}>
                <ArrowDown className="icon" aria-hidden="true" />
                {t(unread ? 'ticket.page.newMessage' : 'ticket.page.toNewest')}
              </Button>
            )}
          </ReplyBox>
        )}
      </div>
      <aside className="ticket-side" aria-label={t('ticket.page.detailsOf')}>
        <div className="ticket-side-inner">
          <NextActivity ticket={ticket} format={format} />
          <div>
            <h2 className="side-title">{t('ticket.page.details')}</h2>
            <TicketDetails ticket={ticket} me={me} format={format} />
          </div>
          {more}
        </div>
      </aside>
    </div>
  )
}
