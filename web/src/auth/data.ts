import {
  confirm,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  type NotificationChoices,
  openSignInLink,
  readConfirmation,
  readSignInLink,
  renewConfirmation,
  requestRecovery,
  updateMe,
} from '@portico/contract/auth'
import type { Language } from '@portico/contract/language'
import { readNotification, stopNotification } from '@portico/contract/notifications'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { beginSession } from '../api/session-token.ts'

/** Where the user is signed in. */
export const sessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
})

/** What the login form sends. */
export type Credentials = { userName: string; password: string; company?: string; remember: boolean }

/** Signs in; what an earlier user has read is forgotten. */
export const signIn = async (body: Credentials) => beginSession((await call(login, { body })).token)

/** Changes the password; the other sessions end. */
export const changePassword = mutationOptions({
  mutationFn: (body: { currentPassword: string; password: string; passwordRepeat: string }) => call(updateMe, { body }),
})

/** Ends one session. */
export const endOneSession = mutationOptions({
  mutationFn: (sessionid: number) => call(endSession, { params: { sessionid } }),
})

/** Ends every session but this one. */
export const endAllOtherSessions = mutationOptions({ mutationFn: () => call(endOtherSessions, {}) })

/** Whom a mailed link signs in. Asked for anew each time: it can be used up elsewhere. */
export const signInLink = (key: string) =>
  queryOptions({
    queryKey: ['sign-in-link', key],
    queryFn: ({ signal }) => call(readSignInLink, { params: { key }, signal }),
    refetchOnWindowFocus: false,
  })

/** Signs in by a mailed link. */
export const signInByLink = async (key: string) => beginSession((await call(openSignInLink, { params: { key } })).token)

/** Asks for a link to set a new password. */
export const askForLink = mutationOptions({
  mutationFn: (body: { userName: string; company: string | undefined; language: Language }) =>
    call(requestRecovery, { body }),
})

/** What the link of an invitation or a recovery is for. Asked for anew each time: it can be used up elsewhere. */
export const confirmation = (key: string) =>
  queryOptions({
    queryKey: ['confirmation', key],
    queryFn: ({ signal }) => call(readConfirmation, { params: { key }, signal }),
    refetchOnWindowFocus: false,
  })

/** Sets the password of a link and signs in; what an earlier user has read is forgotten. */
export const setPassword = async (key: string, body: { password: string; passwordRepeat: string }) =>
  beginSession((await call(confirm, { params: { key }, body })).token)

/** Asks for a new link in place of one that has ended. */
export const renewLink = mutationOptions({
  mutationFn: (key: string) => call(renewConfirmation, { params: { key } }),
})

/** What the link of a mail stops. */
export const notification = (key: string) =>
  queryOptions({
    queryKey: ['notification', key],
    queryFn: ({ signal }) => call(readNotification, { params: { key }, signal }),
  })

/** Stops what the link of a mail stops. */
export const stopMails = mutationOptions({
  mutationFn: (key: string) => call(stopNotification, { params: { key } }),
})

/** Keeps which mails the reader wants. */
export const chooseMails = mutationOptions({
  mutationFn: (notifications: Partial<NotificationChoices>) => call(updateMe, { body: { notifications } }),
})
