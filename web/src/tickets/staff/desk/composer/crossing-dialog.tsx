import type { StaffComment } from '@portico/contract/staff/tickets'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { CleanedHtml } from '../../../../page/cleaned-html.tsx'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Avatar } from '../../../../ui/feedback/avatar.tsx'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { AttachmentList, besidesText } from '../../../conversation/attachment-list.tsx'
import { MessageHtml } from '../../../conversation/message-html.tsx'
import { hasContent } from '../../../rules.ts'
import { useMoment } from '../use-moment.ts'
import type { MessageContent } from './message-content.ts'

type CrossingDialogProps = {
  missed: readonly StaffComment[]
  content: MessageContent
  to: string
  minutes: string | null
  busy: boolean
  onSend: () => void
  onEdit: () => void
  onDrop: () => void
}

const ignore = () => undefined

/** An answer that was stopped, because it would cross messages that its writer has not seen: they stand beside it. */
export const CrossingDialog = ({ missed, content, to, minutes, busy, onSend, onEdit, onDrop }: CrossingDialogProps) => {
  const { t } = useText()
  const { clock } = useMoment()
  const id = useId()
  return (
    <Dialog
      open
      onClose={onEdit}
      label={t('staffTicket.crossed.title')}
      role="alertdialog"
      className="dialog dialog--wide"
    >
      <div className="dialog-head">
        <span className="dialog-mark" data-tone="warning">
          <TriangleAlert className="icon" aria-hidden="true" />
        </span>
        <div>
          <h2>{t('staffTicket.crossed.title')}</h2>
          <p>{t('staffTicket.crossed.text', { count: missed.length })}</p>
        </div>
      </div>
      <div className="compare">
        <section className="compare-side" aria-labelledby={`${id}-new`}>
          <h3 id={`${id}-new`}>
            {t('staffTicket.crossed.arrived')} <span className="page-count">{missed.length}</span>
          </h3>
          <div className="compare-body">
            {missed.map(({ id: commentId, message, attachments, customer, staff, creationDate }) => {
              const name = customer?.referentName ?? staff?.displayName ?? t('staffTicket.thread.nobody')
              return (
                <article key={commentId} className="bubble bubble--flat">
                  <Avatar name={name} size="md" />
                  <div className="bubble-meta">
                    <span className="bubble-author">{name}</span>
                    {staff && <span className="bubble-role">{t('staffTicket.crossed.toCustomer')}</span>}
                    <time dateTime={creationDate}>{clock(creationDate)}</time>
                  </div>
                  <div className="bubble-body">
                    <MessageHtml
                      className="bubble-text"
                      html={message}
                      attachments={attachments}
                      onImageFailed={ignore}
                    />
                    <AttachmentList attachments={besidesText(attachments, message)} onImageFailed={ignore} />
                  </div>
                </article>
              )
            })}
          </div>
        </section>
        <section className="compare-side" aria-labelledby={`${id}-mine`}>
          <h3 id={`${id}-mine`}>
            {t('staffTicket.crossed.mine')} <span className="quiet">{t('staffTicket.crossed.to', { name: to })}</span>
          </h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
          <div className="compare-draft" tabIndex={0}>
            {hasContent(content.message) && <CleanedHtml className="bubble-text" html={content.message} />}
            {content.files.map(({ id: fileId, name }) => (
              <p key={fileId}>{name}</p>
            ))}
          </div>
          {minutes && <p className="field-hint">{t('staffTicket.crossed.noTime', { minutes })}</p>}
        </section>
      </div>
      <div className="dialog-foot">
        <Button tone="ghost" className="button--danger" onClick={onDrop}>
          {t('staffTicket.crossed.drop')}
        </Button>
        <span className="push" />
        <Button busy={busy} onClick={onSend}>
          {t('staffTicket.crossed.anyway')}
        </Button>
        <Button tone="primary" onClick={onEdit} data-autofocus="">
          {t('staffTicket.crossed.edit')}
        </Button>
      </div>
    </Dialog>
  )
}
