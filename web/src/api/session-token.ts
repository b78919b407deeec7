import { forget, store, stored } from './local-storage.ts'

/** `elsewhere`: the token was changed by another tab or has ended on the server, not by a login or a logout in this tab. */
type SessionListener = (elsewhere: boolean) => void

const begin = (token: string | undefined) => ({ token, end: new AbortController() })

// What the screen shows was read with this token, so nothing may be sent with another: not even with a newer one that a
// tab beside this one has stored a moment ago.
let session = begin(stored('token'))

const listeners = new Set<SessionListener>()

const change = (token: string | undefined, elsewhere: boolean) => {
  if (token === session.token) return
  const { end } = session
  session = begin(token)
  end.abort()
  for (const listener of [...listeners]) listener(elsewhere)
}

/** The token that this tab acts with, if somebody is signed in. */
export const currentToken = () => session.token

/** The token that this tab acts with, and a signal that is aborted when it no longer does. */
export const currentSession = () => ({ token: session.token, ended: session.end.signal })

/** Calls back whenever this tab begins to act with another token, or with none. Returns the way to stop. */
export const onSessionChange = (listener: SessionListener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Acts with the stored token from now on, which another tab may have changed. */
export const followStoredToken = () => change(stored('token'), true)

// Whether the last session of this tab ended without anybody signing out.
let expired = false

/** Signs in with a token. */
export const beginSession = (token: string) => {
  expired = false
  store('token', token)
  change(token, false)
}

/** Signs out. */
export const leaveSession = () => {
  expired = false
  forget('token')
  change(undefined, false)
}

/** Whether the last session of this tab ended on the server. */
export const sessionHasExpired = () => expired

/** Forgets a token that the API no longer knows, unless another has taken its place. */
export const expireSession = (token: string) => {
  if (stored('token') === token) {
    forget('token')
    expired = true
  }
  followStoredToken()
}
