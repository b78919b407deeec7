import type { ReadSession } from '../../api/request-session.ts'

/** What another tab of this browser did: the cookie is one for all tabs. */
type Message = 'signed-in' | 'signed-out'

const noHeaders: Record<string, string> = {}

let csrfToken: string | undefined
let end = new AbortController()
/** `isLeft`: by the sign-out of this tab. */
type EndListener = (isLeft: boolean) => void

const listeners = new Set<EndListener>()
const channel = new BroadcastChannel('portico-staff')

/** The session of the staff: the browser sends its cookie by itself, and changes name its token. */
export const staffSession: ReadSession = method => ({
  headers: method !== 'GET' && csrfToken ? { 'X-CSRF-Token': csrfToken } : noHeaders,
  ended: end.signal,
  expire: () => endSession(),
})

/** Sends the token of the session that the API has answered with every change from now on. */
export const beginSession = (token: string) => {
  csrfToken = token
}

/** Whether a session is known to this tab. */
export const isSignedIn = () => csrfToken !== undefined

/**
 * Aborts what is under way, and notifies the listeners that nobody is signed in any more. Where nobody was, the guard knows already: to begin
 * anew at each refusal would never end.
 */
export const endSession = (isLeft = false) => {
  const wasSignedIn = isSignedIn()
  csrfToken = undefined
  end.abort()
  end = new AbortController()
  if (wasSignedIn || isLeft) for (const listener of [...listeners]) listener(isLeft)
}

/** Tells the other tabs of this browser. */
export const notifyTabs = (message: Message) => channel.postMessage(message)

/** Calls back when the session of this tab has ended. */
export const onSessionEnd = (listener: EndListener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Calls back when somebody signs in or out in another tab: the cookie may be another person's now. */
export const onOtherTab = (listener: (message: Message) => void) => {
  const hear = ({ data }: MessageEvent<Message>) => listener(data)
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}
