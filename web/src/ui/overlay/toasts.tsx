import { X } from 'lucide-react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { type Tone, ToneIcon } from './alert.tsx'

/**
 * A toast. `action` is a link-like button beside the text; errors stay until they are dismissed. `about` names its subject:
 * a later toast about the same subject replaces it, and `endToasts` removes it when it is no longer true.
 */
export type Toast = {
  title: ReactNode
  text?: ReactNode
  tone?: Tone
  action?: { text: ReactNode; onAction: () => void }
  about?: string
}
type VisibleToast = Toast & { id: number }

const staysFor = 6000
let shown: readonly VisibleToast[] = []
let nextId = 1
const listeners = new Set<() => void>()

const publish = (toasts: readonly VisibleToast[]) => {
  shown = toasts
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Shows a toast and returns its id for `dismissToast`. At most four are shown. */
export const toast = (message: Toast) => {
  const id = nextId++
  const others = message.about === undefined ? shown : shown.filter(({ about }) => about !== message.about)
  publish([...others.slice(-3), { ...message, id }])
  return id
}

/** Removes a toast. */
export const dismissToast = (id: number) => publish(shown.filter(one => one.id !== id))

/** Removes the toasts about a subject that has changed. */
export const endToasts = (about: string) => {
  if (shown.some(one => one.about === about)) publish(shown.filter(one => one.about !== about))
}

/** Removes all toasts. */
export const dismissToasts = () => publish([])

/** The shown toasts, oldest first. */
const useToasts = () => useSyncExternalStore(subscribe, () => shown)

const ToastCard = ({ one, dismiss }: { one: VisibleToast; dismiss: string }) => {
  const { id, title, text, tone = 'success', action } = one
  const passes = tone !== 'danger' && action === undefined
  useEffect(() => {
    if (!passes) return
    const timer = setTimeout(() => dismissToast(id), staysFor)
    return () => clearTimeout(timer)
  }, [id, passes])
  return (
    <div className="toast" data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <ToneIcon tone={tone} />
      <div>
        <b>{title}</b>
        {(text || action) && (
          <p>
            {text}{' '}
            {action && (
              <button
                type="button"
                className="link-button"
                onClick={() => {
                  dismissToast(id)
                  action.onAction()
                }}
              >
                {action.text}
              </button>
            )}
          </p>
        )}
      </div>
      <IconButton label={dismiss} onClick={() => dismissToast(id)}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** The region of the toasts; render it once, in the layout. `labels.region` names the landmark, `labels.dismiss` the close button. */
export const Toasts = ({ labels }: { labels: { region: string; dismiss: string } }) => {
  const toasts = useToasts()
  return (
    <section className="toasts" aria-label={labels.region}>
      {toasts.map(one => (
        <ToastCard key={one.id} one={one} dismiss={labels.dismiss} />
      ))}
    </section>
  )
}
