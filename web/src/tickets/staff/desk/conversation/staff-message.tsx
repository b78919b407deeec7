import type { StaffComment, StaffNote } from '@portico/contract/staff/tickets'
import { Lock } from 'lucide-react'
import { memo } from 'react'
import { useText } from '../../../../text/use-text.ts'
import { Avatar } from '../../../../ui/feedback/avatar.tsx'
import { AttachmentList, besidesText } from '../../../conversation/attachment-list.tsx'
import { MessageHtml } from '../../../conversation/message-html.tsx'
import { hasContent } from '../../../rules.ts'
import { useMoment } from '../use-moment.ts'
import { MailLine } from './mail-line.tsx'
import { NoteDecision, type NotedTicket } from './note-decision.tsx'

type BodyProps = Pick<StaffComment, 'message' | 'attachments'> & { cc?: string | null; onImageFailed: () => void }

const Body = ({ message, attachments, cc, onImageFailed }: BodyProps) => {
  const { t } = useText()
  const shown = besidesText(attachments, message)
  const hasText = hasContent(message)
  return (
    <div className="bubble-body">
      {hasText && (
        <MessageHtml className="bubble-text" html={message} attachments={attachments} onImageFailed={onImageFailed} />
      )}
      {!hasText && shown.length === 0 && <p className="bubble-none">{t('staffTicket.thread.empty')}</p>}
      <AttachmentList attachments={shown} onImageFailed={onImageFailed} />
      {cc && <p className="bubble-copies">{t('staffTicket.thread.copyTo', { addresses: cc })}</p>}
    </div>
  )
}

type StaffMessageProps = {
  /** The description of a ticket has no id. */
  comment: Omit<StaffComment, 'id' | 'event'> & { id?: number }
  ticketid: number
  staffUserId: number
  onImageFailed: () => void
}

/** A message between customer and staff: the customer's on the left, those of the staff on the right. */
export const StaffMessage = memo(({ comment, ticketid, staffUserId, onImageFailed }: StaffMessageProps) => {
  const { t } = useText()
  const { clock } = useMoment()
  const { id, customer, staff, inCopy, creationDate } = comment
  const name =
    customer?.referentName ?? staff?.displayName ?? inCopy?.name ?? inCopy?.address ?? t('staffTicket.thread.nobody')
  const isOurs = customer === null && staff !== null
  return (
    <article className={isOurs ? 'bubble bubble--mine' : 'bubble'} id={id === undefined ? undefined : `comment-${id}`}>
      {!isOurs && <Avatar name={name} size="md" />}
      <div className="bubble-meta">
        <span className="bubble-author">{staff?.id === staffUserId ? t('staffTicket.thread.you') : name}</span>
        <time dateTime={creationDate}>{clock(creationDate)}</time>
      </div>
      <Body {...comment} onImageFailed={onImageFailed} />
      {comment.mail && <MailLine ticketid={ticketid} mail={comment.mail} />}
    </article>
  )
})

type NoteProps = { note: StaffNote; ticket: NotedTicket; staffUserId: number; onImageFailed: () => void }

/** A note, in its own colour so that nobody takes it for a message to the customer. */
export const Note = memo(({ note, ticket, staffUserId, onImageFailed }: NoteProps) => {
  const { t } = useText()
  const { clock } = useMoment()
  const { id, staff, createdOn, message, attachments, mail } = note
  return (
    <article className="bubble bubble--mine bubble--note" id={`note-${id}`}>
      <div className="bubble-meta">
        <span className="bubble-role">
          <Lock className="icon" aria-hidden="true" />
          {t('staffTicket.thread.note')}
        </span>
        <span className="bubble-author">
          {staff?.id === staffUserId
            ? t('staffTicket.thread.you')
            : (staff?.displayName ?? mail?.from ?? t('staffTicket.colleague'))}
        </span>
        <time dateTime={createdOn}>{clock(createdOn)}</time>
      </div>
      <Body message={message} attachments={attachments} onImageFailed={onImageFailed} />
      {mail && <MailLine ticketid={ticket.id} mail={mail} />}
      {mail && <NoteDecision mail={mail} ticket={ticket} />}
    </article>
  )
})
