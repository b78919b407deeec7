import { useMutationState, useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { failureCode } from '../api/api.ts'
import { currentUser } from '../session/data.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { toast } from '../ui/overlay/toasts.tsx'
import { endOfSight, endSight } from './sight.ts'
import './viewing.css'

const secondsLeft = () => Math.max(0, Math.ceil((endOfSight() - Date.now()) / 1000))

const useSecondsLeft = () => {
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}

/** What Escape closes or leaves before it ends the sight. */
const OPEN = 'dialog[open], .side-panel, [popover]:popover-open, input:focus, textarea:focus, [contenteditable]:focus'

const useEscape = () => {
  useEffect(() => {
    let hasMore = false
    const look = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hasMore = document.querySelector(OPEN) !== null
    }
    const end = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !hasMore && !event.defaultPrevented && !event.isComposing) void endSight()
    }
    document.addEventListener('keydown', look, true)
    window.addEventListener('keydown', end)
    return () => {
      document.removeEventListener('keydown', look, true)
      window.removeEventListener('keydown', end)
    }
  }, [])
}

/** A message explains that a call which tries to write was refused. */
const useReadOnlyToast = () => {
  const { t } = useText()
  const refusals = useMutationState({
    filters: { predicate: ({ state }) => state.status === 'error' && failureCode(state.error) === 'read_only' },
    select: ({ state }) => state.failureCount + state.submittedAt,
  })
  const last = Math.max(0, ...refusals)
  useEffect(() => {
    if (last > 0) toast({ title: t('errors.read_only'), tone: 'warning', about: 'read-only' })
  }, [last, t])
}

/** Above everything: as whom one sees, that nothing can be written, and when it ends. */
export const ViewingBar = () => {
  const { t } = useText()
  const { data } = useQuery(currentUser)
  const seconds = useSecondsLeft()
  const bar = useRef<HTMLElement>(null)
  useEscape()
  useReadOnlyToast()
  // What sticks to the top of the window sticks below the bar.
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    dataset.viewing = ''
    if (!bar.current) return
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--viewing-h', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    )
    observer.observe(bar.current)
    return () => observer.disconnect()
  }, [])
  const contact = data?.contacts[0]
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <section className="viewing-bar" ref={bar} aria-label={t('viewingBar.label')}>
      <Eye className="icon" aria-hidden="true" />
      <p>
        <b>{t('viewingBar.as', { name: contact?.referentName || data?.userName || '' })}</b>
        {contact && <span className="wide">, {contact.companyName}</span>} · {t('viewingBar.readOnly')}{' '}
        <span className="wide">{t('viewingBar.refused')}</span>
      </p>
      <span className="quiet num">
        {t('viewingBar.left', { clock })}
        <span className="wide">, {t('viewingBar.logged')}</span>
      </span>
      <Button onClick={() => void endSight()} aria-keyshortcuts="Escape">
        {t('viewingBar.back')} <kbd>{t('viewingBar.key')}</kbd>
      </Button>
    </section>
  )
}
