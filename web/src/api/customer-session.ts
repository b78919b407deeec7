import { sessionEnded } from './api.ts'
import { takeEarlyAnswer } from './early-requests.ts'
import type { ReadSession } from './request-session.ts'
import { currentSession, expireSession, followStoredToken } from './session-token.ts'

/** The headers that carry a session's token. */
export const authorization = (token: string | undefined): Record<string, string> =>
  token ? { Authorization: `Bearer ${token}` } : {}

/**
 * The session of a customer, by its token. Throws where it has ended: what a screen has read in one session must not be sent in the next,
 * which may be another person's.
 */
export const customerSession: ReadSession = method => {
  const { token, ended } = currentSession()
  followStoredToken()
  if (token && ended.aborted) throw sessionEnded()
  const used = token ?? currentSession().token
  return {
    headers: authorization(used),
    ...(token && { ended }),
    ...(used && { expire: () => expireSession(used) }),
    ...(method === 'GET' && { takeEarlyAnswer: (address: string) => takeEarlyAnswer(address, used) }),
  }
}
