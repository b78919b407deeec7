import type { HeldAnswer } from '@portico/contract/staff/tickets'
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CleanedHtml } from '../../../../page/cleaned-html.tsx'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { FileIcon } from '../../../../ui/files/file-icon.tsx'
import { attachmentKind, attachmentLabel } from '../../../../ui/files/file-kind.ts'
import { hasContent } from '../../../rules.ts'
import { followRelease } from '../data.ts'
import { heldFor } from '../held-until.ts'

// The server sends within a second or two of the moment.
const firstLook = 900
const lookAgain = 2000

/** Reads the ticket when a held answer should have been sent, again until it was. */
const useRelease = (ticketid: number, { id, crossed }: HeldAnswer, left: number) => {
  const client = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time that was left when it appeared
  useEffect(() => {
    if (crossed) return
    let timer = setTimeout(function look() {
      followRelease(client, ticketid)
      timer = setTimeout(look, lookAgain)
    }, left + firstLook)
    return () => clearTimeout(timer)
  }, [client, ticketid, id, crossed])
}

type HeldMessageProps = {
  ticketid: number
  held: HeldAnswer
  onTakeBack: (held: HeldAnswer) => void
  onCompare: (held: HeldAnswer) => void
}

/** An answer that is not sent yet: the time that is left to take it back, or that it was stopped. */
export const HeldMessage = ({ ticketid, held, onTakeBack, onCompare }: HeldMessageProps) => {
  const { t } = useText()
  const { message, attachments, crossed, closes } = held
  const [left] = useState(() => heldFor(held))
  useRelease(ticketid, held, left)
  return (
    <article className="bubble bubble--mine bubble--held" data-state={crossed ? 'failed' : 'held'}>
      <div className="bubble-meta">
        <span className="bubble-author">{t('staffTicket.thread.you')}</span>
      </div>
      <div className="bubble-body">
        {hasContent(message) && <CleanedHtml className="bubble-text" html={message} />}
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
        {!crossed && <span className="hold-bar" style={{ '--hold': `${left}ms` }} aria-hidden="true" />}
      </div>
      {crossed ? (
        <div className="bubble-state" role="alert">
          <span>
            <TriangleAlert className="icon icon--sm" aria-hidden="true" /> <b>{t('staffTicket.crossed.title')}</b>
          </span>
          <Button size="sm" onClick={() => onCompare(held)}>
            {t('staffTicket.crossed.compare')}
          </Button>
        </div>
      ) : (
        <div className="bubble-state" role="status">
          {t(closes ? 'staffTicket.held.closing' : 'staffTicket.held.sending')}
          <Button size="sm" aria-keyshortcuts="Control+Z" onClick={() => onTakeBack(held)}>
            <Undo2 className="icon" aria-hidden="true" />
            {t('staffTicket.held.undo')} <kbd>Ctrl Z</kbd>
          </Button>
        </div>
      )}
    </article>
  )
}
