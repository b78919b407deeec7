import { ApiError } from '../../api/api.ts'
import { useConnection } from '../../api/connection.ts'
import { CleanedHtml } from '../../page/cleaned-html.tsx'
import { useText } from '../../text/use-text.ts'
import { Spinner } from '../../ui/buttons/spinner.tsx'
import { FileIcon } from '../../ui/files/file-icon.tsx'
import { attachmentKind, attachmentLabel } from '../../ui/files/file-kind.ts'
import { hasContent } from '../rules.ts'
import type { Sending } from './use-sending.ts'

type OutgoingMessageProps = { sending: Sending; onEdit: () => void }

/** The reader's message until the server has it: being sent, or failed with Retry. */
export const OutgoingMessage = ({ sending, onEdit }: OutgoingMessageProps) => {
  const { t } = useText()
  const { outgoing, failure, retry, discard } = sending
  const { html, attachments } = outgoing
  const { reachable } = useConnection()
  const code = failure instanceof ApiError ? failure.code : undefined
  return (
    <article className="bubble bubble--mine" data-state={failure ? 'failed' : 'sending'}>
      <div className="bubble-meta">
        <span className="bubble-author">{t('ticket.page.you')}</span>
      </div>
      <div className="bubble-body">
        {hasContent(html) ? (
          <CleanedHtml className="bubble-text" html={html} />
        ) : (
          attachments.length === 0 && <p className="bubble-none">{t('ticket.page.emptyMessage')}</p>
        )}
        {attachments.length > 0 && (
          <div className="attachments">
            {attachments.map(({ id, name }) => (
              <span key={id} className="attachment-chip" title={name}>
                <FileIcon kind={attachmentKind(name)} />
                <span>{attachmentLabel(name)}</span>
              </span>
            ))}
          </div>
        )}
      </div>
      {failure ? (
        <div className="bubble-state" role="alert">
          <span>
            <b>{t('ticket.reply.failed')}</b>{' '}
            {code === 'network' && !reachable ? t('ticket.reply.waits') : code && t(`errors.${code}`)}
          </span>
          <span className="bubble-acts">
            <button type="button" className="link-button" onClick={retry}>
              {t('words.retry')}
            </button>
            <button type="button" className="link-button" onClick={onEdit}>
              {t('ticket.reply.edit')}
            </button>
            <button type="button" className="link-button" onClick={discard}>
              {t('ticket.reply.discard')}
            </button>
          </span>
        </div>
      ) : (
        <p className="bubble-state" role="status">
          <Spinner />
          {t('ticket.reply.sending')}
        </p>
      )}
    </article>
  )
}
