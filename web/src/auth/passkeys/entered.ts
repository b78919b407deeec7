import type { SignInAnswer } from '@portico/contract/auth'
import { beginSession } from '../../api/session-token.ts'

/** What a sign-in has come to: the ticket of one whose second factor is due, or null for a session. */
export type Entered = { ticket: string | null }

/** Begins the session of an answer, unless it is a ticket. */
export const entered = (answer: SignInAnswer): Entered => {
  if ('ticket' in answer) return { ticket: answer.ticket }
  beginSession(answer.token)
  return { ticket: null }
}
