import type { HeldAnswer } from '@portico/contract/staff/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Building2, Calendar, Forward, Link2, Merge } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureCode } from '../../../../api/api.ts'
import { localizedFailure } from '../../../../api/failures.ts'
import { spokenMinutes } from '../../../../staff/parts/spoken-minutes.ts'
import { useOwnPresence } from '../../../../staff/session/presence.ts'
import { useKeys } from '../../../../staff/session/use-keys.ts'
import { useMe } from '../../../../staff/session/use-me.ts'
import { localized } from '../../../../text/localized.tsx'
import { staffRecordsTexts } from '../../../../text/shared-texts.ts'
import { withTexts } from '../../../../text/texts.ts'
import { useText } from '../../../../text/use-text.ts'
import { loadPart } from '../../../../ui/loading/load-part.ts'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { dismissToast, toast } from '../../../../ui/overlay/toasts.tsx'
import { type OpenTicket, staffTicket } from '../../data.ts'
import { LinkDialog } from '../actions/link-dialog.tsx'
import { MergeDialog } from '../actions/merge-dialog.tsx'
import { Composer, type ComposerHandle } from '../composer/composer.tsx'
import { CrossingDialog } from '../composer/crossing-dialog.tsx'
import { localDrafts } from '../composer/local-drafts.ts'
import type { MessageContent } from '../composer/message-content.ts'
import type { Sent } from '../composer/use-composer.ts'
import { typedMinutes, type WorkedTime } from '../composer/worked-time.ts'
import { Thread } from '../conversation/thread.tsx'
import { missedAfter, missedWhileHeld } from '../conversation/timeline.ts'
import type { Reader } from '../conversation/use-reading.ts'
import { closeTicket, takeBack } from '../data.ts'
import { offerUndoElsewhere, useUndoElsewhere } from '../elsewhere.ts'
import { DeskHead } from '../head/desk-head.tsx'
import { PresencePills } from '../head/presence-pills.tsx'
import { heldFor } from '../held-until.ts'
import { DeskSide } from '../side/desk-side.tsx'
import { useKeyboardInset } from './use-keyboard-inset.ts'
import { useNeighbours } from './use-neighbours.ts'
import { useTyping } from './use-typing.ts'

const loadCopyDialog = withTexts(() => import('../actions/copy-dialog.tsx'), staffRecordsTexts)
const CopyDialog = lazy(async () => ({ default: (await loadPart(loadCopyDialog)).CopyDialog }))

// File URLs end with the session: a failed image reads the ticket again, but not repeatedly.
const refreshPause = 60_000

const contentOf = ({ message, cc, attachments }: HeldAnswer): MessageContent => ({
  message,
  cc: cc ?? '',
  files: attachments,
})

/** An answer that was stopped: one that the composer still has, or one that had been held. */
type Stopped = { content: MessageContent; time: WorkedTime | undefined; closes: boolean; held: HeldAnswer | null }

/** The time that went with held answers of this page. */
const timeOfHeld = new Map<number, WorkedTime>()

type DeskPageProps = { ticket: OpenTicket; isFull: boolean }

/** A ticket that has been loaded. */
export const DeskPage = ({ ticket, isFull }: DeskPageProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const me = useMe()
  const neighbours = useNeighbours(ticket.id, { isFull })
  const composer = useRef<ComposerHandle>(null)
  const reader = useRef<Reader>({ seen: null, isWriting: false })
  const [stopped, setStopped] = useState<Stopped | null>(null)
  const [action, setAction] = useState<'merge' | 'link' | 'copy' | null>(null)
  const [showsSide, setShowsSide] = useState(false)
  const [isWriting, setIsWriting] = useState(false)
  const taking = useMutation(takeBack(client, ticket.id))
  const closing = useMutation({
    ...closeTicket(client, ticket.id),
    onError: error =>
      toast({
        tone: 'danger',
        title: localized(t => t('staffTicket.closeFailed')),
        text: localized(localizedFailure(error)),
      }),
  })
  const undoElsewhere = useUndoElsewhere()
  useKeyboardInset()
  const { isTyping, typed, stopped: stoppedTyping } = useTyping()
  useOwnPresence(ticket.id, isTyping ? 'writing' : 'looking')

  const refreshed = useRef(0)
  const onImageFailed = useCallback(() => {
    if (Date.now() - refreshed.current < refreshPause) return
    refreshed.current = Date.now()
    void client.invalidateQueries({ queryKey: staffTicket(ticket.id).queryKey })
  }, [client, ticket.id])

  const toastFailure = (error: unknown) =>
    toast({
      tone: 'danger',
      title: localized(t =>
        t(failureCode(error) === 'too_late' ? 'staffTicket.held.tooLate' : 'staffTicket.held.undoFailed'),
      ),
    })

  const giveBack = useEffectEvent(async (held: HeldAnswer) => {
    try {
      await taking.mutateAsync(held)
      composer.current?.giveBack(contentOf(held), timeOfHeld.get(held.id))
    } catch (error) {
      toastFailure(error)
    }
  })
  const compare = useEffectEvent((held: HeldAnswer) =>
    setStopped({ content: contentOf(held), time: timeOfHeld.get(held.id), closes: held.closes, held }),
  )
  const onTakeBack = useCallback((held: HeldAnswer) => void giveBack(held), [])
  const onCompare = useCallback((held: HeldAnswer) => compare(held), [])

  const undoLast = () => {
    const last = ticket.heldAnswers.findLast(({ crossed }) => !crossed)
    if (last) void giveBack(last)
    else undoElsewhere?.()
    return last !== undefined || undoElsewhere !== undefined
  }

  /** Tells on the next ticket that the answer to this one can still be taken back. */
  const offerUndo = (held: HeldAnswer) => {
    const { id, ticketNumber } = ticket
    const bringBack = async () => {
      dismissToast(shown)
      try {
        await taking.mutateAsync(held)
        const drafts = localDrafts(me.id, id)
        drafts.save('answer', contentOf(held))
        drafts.saveTime(timeOfHeld.get(held.id) ?? null)
        await navigate({ to: '/tickets/$ticketid', params: { ticketid: id }, search: true })
      } catch (error) {
        toastFailure(error)
      }
    }
    const undo = offerUndoElsewhere(() => void bringBack(), heldFor(held))
    const shown = toast({
      title: localized(t => t('staffTicket.held.elsewhere', { number: ticketNumber })),
      action: { text: localized(t => t('staffTicket.held.undo')), onAction: undo },
    })
    setTimeout(() => dismissToast(shown), heldFor(held))
  }

  const onSent = ({ mode, closes, heldId, time }: Sent) => {
    stoppedTyping()
    const held = client.getQueryData(staffTicket(ticket.id).queryKey)?.heldAnswers.find(({ id }) => id === heldId)
    if (held) timeOfHeld.set(held.id, time)
    if (!closes) return
    if (held) offerUndo(held)
    if (mode === 'note') closing.mutate()
    neighbours.open(neighbours.next)
  }

  const onCrossed = async (closes: boolean) => {
    await client.fetchQuery({ ...staffTicket(ticket.id), staleTime: 0 }).catch(() => undefined)
    const written = composer.current?.current()
    if (written) setStopped({ content: written.content, time: written.time, closes, held: null })
  }

  const missed = stopped?.held
    ? missedWhileHeld(ticket.comments, stopped.held, me.staffUserId)
    : missedAfter(ticket.comments, reader.current.seen, me.staffUserId)
  /** What has crossed is seen now; an answer that was held goes back to the composer first. */
  const settle = async (then: (handle: ComposerHandle, closes: boolean) => void) => {
    if (!stopped) return
    const { held, content, time, closes } = stopped
    try {
      if (held) await taking.mutateAsync(held)
    } catch (error) {
      setStopped(null)
      return void toastFailure(error)
    }
    reader.current.seen = ticket.comments.at(-1)?.id ?? null
    // What is sent is what the composer has, so it has to be there before.
    flushSync(() => {
      setStopped(null)
      if (held) composer.current?.giveBack(content, time)
    })
    requestAnimationFrame(() => composer.current && then(composer.current, closes))
  }

  const drop = (handle: ComposerHandle) => {
    const { content, time } = handle.current()
    handle.discard()
    toast({
      title: localized(t => t('staffTicket.crossed.dropped')),
      action: {
        text: localized(t => t('staffTicket.crossed.restore')),
        onAction: () => composer.current?.giveBack(content, time),
      },
    })
  }

  useKeys('ticket', [
    { keys: 'r', text: t('staffTicket.key.answer'), run: () => composer.current?.write('answer') },
    { keys: 'n', text: t('staffTicket.key.note'), run: () => composer.current?.write('note') },
    { keys: '/', text: t('staffTicket.key.canned') },
    { keys: 'Control+Enter', text: t('staffTicket.key.send') },
    { keys: 'Control+Shift+Enter', text: t('staffTicket.key.sendAndClose') },
    {
      keys: 'Control+z',
      text: t('staffTicket.key.undo'),
      ...(!isWriting &&
        (undoElsewhere || ticket.heldAnswers.some(({ crossed }) => !crossed)) && { run: () => void undoLast() }),
    },
    { keys: 'm', text: t('staffTicket.key.minutes'), run: () => composer.current?.goToMinutes() },
    {
      keys: 'v',
      text: t('staffTicket.key.visit'),
      run: () => void navigate({ to: '/visits', search: { plan: ticket.id } }),
    },
    { keys: 'j', text: t('staffTicket.next'), run: () => neighbours.next && neighbours.open(neighbours.next) },
    {
      keys: 'k',
      text: t('staffTicket.previous'),
      run: () => neighbours.previous && neighbours.open(neighbours.previous),
    },
  ])

  const minutes = stopped?.time ? typedMinutes(stopped.time.minutes) : null
  return (
    <>
      <DeskHead
        ticket={ticket}
        isFull={isFull}
        neighbours={neighbours}
        closing={{ close: () => closing.mutate(), isPending: closing.isPending }}
        actions={[
          {
            id: 'visit',
            icon: <Calendar className="icon" aria-hidden="true" />,
            text: t('staffTicket.side.planVisit'),
            onSelect: () => void navigate({ to: '/visits', search: { plan: ticket.id } }),
          },
          {
            id: 'merge',
            icon: <Merge className="icon" aria-hidden="true" />,
            text: t('staffTicket.menu.merge'),
            onSelect: () => setAction('merge'),
          },
          {
            id: 'link-with',
            icon: <Link2 className="icon" aria-hidden="true" />,
            text: t('staffTicket.menu.link'),
            onSelect: () => setAction('link'),
          },
          {
            id: 'copy',
            icon: <Forward className="icon" aria-hidden="true" />,
            text: t('staffTicket.menu.copy'),
            onSelect: () => setAction('copy'),
          },
          {
            id: 'side',
            icon: <Building2 className="icon" aria-hidden="true" />,
            text: t('staffTicket.side.label'),
            onSelect: () => setShowsSide(true),
          },
        ]}
      >
        <PresencePills ticketid={ticket.id} />
      </DeskHead>
      <div className="desk-col">
        <Thread
          ticket={ticket}
          reader={reader}
          onTakeBack={onTakeBack}
          onCompare={onCompare}
          onImageFailed={onImageFailed}
        />
        <Composer
          ref={composer}
          ticket={ticket}
          reader={reader}
          onSent={onSent}
          onCrossed={closes => void onCrossed(closes)}
          onUndo={undoLast}
          onWriting={setIsWriting}
          onTyping={typed}
        />
      </div>
      {isFull && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
        <aside className="desk-side" aria-label={t('staffTicket.side.label')} tabIndex={0}>
          <DeskSide ticket={ticket} onCopies={() => composer.current?.editCopies()} />
        </aside>
      )}
      <Dialog
        open={showsSide}
        onClose={() => setShowsSide(false)}
        title={t('staffTicket.side.label')}
        className="dialog dialog--side"
      >
        <DeskSide
          ticket={ticket}
          onCopies={() => {
            setShowsSide(false)
            composer.current?.editCopies()
          }}
        />
      </Dialog>
      {action === 'merge' && <MergeDialog ticket={ticket} onClose={() => setAction(null)} />}
      {action === 'link' && <LinkDialog ticket={ticket} onClose={() => setAction(null)} />}
      {action === 'copy' && (
        <Suspense>
          <CopyDialog ticket={ticket} onClose={() => setAction(null)} />
        </Suspense>
      )}
      {stopped && (
        <CrossingDialog
          missed={missed}
          content={stopped.content}
          to={ticket.raiser?.referentName ?? ticket.contact.companyName}
          minutes={minutes === null ? null : spokenMinutes(minutes)}
          busy={taking.isPending}
          onSend={() => void settle((handle, closes) => handle.send(closes))}
          onEdit={() => void settle(handle => handle.write('answer'))}
          onDrop={() => void settle(drop)}
        />
      )}
    </>
  )
}
