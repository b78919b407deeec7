import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'

type Question = { onLeave: () => void; onStay?: () => void }

/** Asks whether typed values may be lost. */
const UnsavedQuestion = ({ question, onDone }: { question: Question | null; onDone: () => void }) => {
  const { t } = useText()
  return (
    <ConfirmDialog
      open={question !== null}
      danger
      title={t('staffShell.unsaved.title')}
      confirm={t('staffShell.unsaved.leave')}
      cancel={t('staffShell.unsaved.stay')}
      onConfirm={() => {
        onDone()
        question?.onLeave()
      }}
      onCancel={() => {
        onDone()
        question?.onStay?.()
      }}
    >
      {t('staffShell.unsaved.text')}
    </ConfirmDialog>
  )
}

type Way = Parameters<ShouldBlockFn>[0]

const isToOtherPage = ({ current, next }: Way) => current.pathname !== next.pathname

const guards = new Set<() => boolean>()

/** Whether something on the page is typed and not saved. */
export const isAnythingUnsaved = () => [...guards].some(wouldLose => wouldLose())

/**
 * Asks before typed values are lost: when the reader goes to another page or closes this one, and in `leave`. `question` must be drawn.
 * `leads` says which ways would lose them, by default those to another page.
 */
export const useUnsavedGuard = (
  wouldLose: () => boolean,
  leads: (way: Way) => boolean = isToOtherPage,
): { question: ReactNode; leave: (onLeave: () => void) => void } => {
  const [asked, setAsked] = useState<Question | null>(null)
  const latest = useRef(wouldLose)
  latest.current = wouldLose
  useEffect(() => {
    const guard = () => latest.current()
    guards.add(guard)
    return () => {
      guards.delete(guard)
    }
  }, [])
  const blocker = useBlocker({
    shouldBlockFn: way => leads(way) && wouldLose(),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  })
  const question = blocker.status === 'blocked' ? { onLeave: blocker.proceed, onStay: blocker.reset } : asked
  return {
    question: <UnsavedQuestion question={question} onDone={() => setAsked(null)} />,
    leave: onLeave => (wouldLose() ? setAsked({ onLeave }) : onLeave()),
  }
}

/** The same for the values of a form: they would be lost while they differ from the first ones, or from those last given to `noteSaved`. */
export const useUnsavedValues = <Values extends object>(values: Values) => {
  const saved = useRef(values)
  const isChanged = () => (Object.keys(values) as (keyof Values)[]).some(name => values[name] !== saved.current[name])
  return {
    ...useUnsavedGuard(isChanged),
    noteSaved: (stored: Values) => {
      saved.current = stored
    },
  }
}
