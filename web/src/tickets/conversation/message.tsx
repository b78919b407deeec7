import type { Me } from '@portico/contract/auth'
import type { Comment, Ticket } from '@portico/contract/tickets'
import type { Format } from '../../session/use-format.ts'
import { useText } from '../../text/use-text.ts'
import { Avatar } from '../../ui/feedback/avatar.tsx'
import { findSide, fullName, hasContent } from '../rules.ts'
import { AttachmentList, besidesText } from './attachment-list.tsx'
import { MessageHtml } from './message-html.tsx'
import { QuotedText } from './quoted-text.tsx'

type MessageProps = {
  comment: Comment
  ticket: Pick<Ticket, 'id' | 'assignedUser' | 'assignedGroup'>
  me: Me
  format: Format
  onImageFailed: () => void
}

/** One message of the conversation: the reader's own on the right, others with picture or initials. */
export const Message = ({ comment, ticket, me, format, onImageFailed }: MessageProps) => {
  const { t } = useText()
  const { message, attachments, creationDate, senderUser, senderInCopy, ticketEmailReply_CCList: copies } = comment
  const side = findSide(comment, me)
  const name =
    senderUser?.displayName ??
    comment.senderContactWebUser?.referentName ??
    senderInCopy?.name ??
    senderInCopy?.address ??
    t('ticket.page.staff')
  const { assignedUser, assignedGroup } = ticket
  const isAssignee = senderUser && assignedUser && fullName(assignedUser) === senderUser.displayName
  const role = side === 'staff' ? (isAssignee && assignedGroup?.name) || t('ticket.page.staff') : null
  const shown = besidesText(attachments, message)
  const hasText = hasContent(message)
  return (
    <article className={side === 'colleague' ? 'bubble' : `bubble bubble--${side}`} id={`comment-${comment.id}`}>
      {side !== 'mine' && <Avatar name={name} src={senderUser?.profileImage} size="md" />}
      <div className="bubble-meta">
        <span className="bubble-author">{side === 'mine' ? t('ticket.page.you') : name}</span>
        {role && role !== name && <span className="bubble-role">{role}</span>}
        <time dateTime={creationDate}>{format.clock(creationDate)}</time>
      </div>
      <div className="bubble-body">
        {hasText && (
          <MessageHtml className="bubble-text" html={message} attachments={attachments} onImageFailed={onImageFailed} />
        )}
        {!hasText && shown.length === 0 && <p className="bubble-none">{t('ticket.page.emptyMessage')}</p>}
        <AttachmentList attachments={shown} onImageFailed={onImageFailed} />
        {comment.quotedMailId !== null && (
          <QuotedText
            ticketid={ticket.id}
            mailid={comment.quotedMailId}
            lines={comment.quotedLines}
            opens={comment.opensQuoted}
          />
        )}
        {copies && <p className="bubble-copies">{t('ticket.page.copyTo', { addresses: copies })}</p>}
      </div>
    </article>
  )
}
