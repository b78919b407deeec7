import type { Ticket } from '@portico/contract/tickets'
import { RotateCcw, Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useEditorLabels } from '../../text/editor-labels.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Editor } from '../../ui/editor/editor.tsx'
import { FileButton } from '../../ui/files/file-drop.tsx'
import type { Outgoing } from '../data.ts'
import { MessageFilesList } from '../message-files/message-files-list.tsx'
import { uploadPictures } from '../message-files/upload-pictures.ts'
import { fullName, isClosed } from '../rules.ts'
import { CcField } from './cc-field.tsx'
import { useReply } from './use-reply.ts'

type ReplyBoxProps = {
  ticket: Ticket
  /** A message that failed to be sent and that the reader edits. */
  edited: Outgoing | null
  children?: ReactNode
}

/** The reply form: one line until it has the focus, then toolbar, editor, CC and attachments. Ctrl+Enter sends. */
export const ReplyBox = ({ ticket, edited, children }: ReplyBoxProps) => {
  const { t } = useText()
  const reply = useReply(ticket, edited)
  const { files, notReady } = reply
  const [withCc, setWithCc] = useState(reply.cc !== '')
  const editor = useRef<{ focus: () => void }>(null)
  const labels = useEditorLabels()
  const addressee = ticket.assignedGroup?.name ?? (ticket.assignedUser && fullName(ticket.assignedUser))
  const hasFiles = files.restored.length > 0 || files.uploads.files.length > 0 || files.uploads.problems.length > 0
  const showsCc = withCc || reply.cc !== ''

  useEffect(() => {
    if (edited) editor.current?.focus()
  }, [edited])

  const send = (again = false) => {
    if (reply.send(again)) setWithCc(false)
  }
  return (
    <div className="ticket-reply">
      {children}
      {isClosed(ticket) && (
        <p className="reply-note">
          <RotateCcw className="icon icon--sm" aria-hidden="true" />
          {t('ticket.reply.reopens')}
        </p>
      )}
      <Editor
        ref={editor}
        mode={reply.plain ? 'plain' : 'rich'}
        collapsible
        label={t('ticket.reply.label')}
        labels={labels}
        placeholder={addressee ? t('ticket.reply.placeholderTo', { name: addressee }) : t('ticket.reply.placeholder')}
        value={reply.message}
        onChange={reply.setMessage}
        onFiles={uploadPictures(files)}
        onSubmit={() => send()}
        attachments={
          hasFiles || showsCc || notReady ? (
            <>
              {showsCc && (
                <CcField
                  value={reply.cc}
                  onChange={reply.setCc}
                  checked={notReady === 'cc'}
                  labels={{
                    cc: t('ticket.reply.cc'),
                    placeholder: t('ticket.reply.ccPlaceholder'),
                    many: max => t('ticket.reply.ccMany', { max }),
                    wrong: address => t('ticket.reply.ccAddress', { address }),
                  }}
                />
              )}
              {hasFiles && <MessageFilesList files={files} />}
              {notReady && notReady !== 'cc' && (
                <p className="field-error" role="alert">
                  {t(`ticket.reply.${notReady}`)}
                </p>
              )}
            </>
          ) : undefined
        }
        foot={
          <>
            <FileButton label={t('ticket.reply.attach')} onFiles={chosen => void files.uploads.add(chosen)} />
            {!showsCc && (
              <button
                type="button"
                className="button button--ghost button--sm reply-cc"
                aria-label={t('ticket.reply.ccShow')}
                title={t('ticket.reply.ccShow')}
                onClick={() => setWithCc(true)}
              >
                {t('ticket.reply.cc')}
              </button>
            )}
            <span className="reply-hint" aria-hidden="true">
              {t('ticket.reply.sendHint')}
            </span>
            <Button tone="primary" aria-label={t('ticket.reply.send')} onClick={({ detail }) => send(detail > 1)}>
              <Send className="icon" aria-hidden="true" />
              <span className="button-label">{t('ticket.reply.send')}</span>
            </Button>
          </>
        }
      />
    </div>
  )
}
