import {
  confirm,
  endSession,
  type Language,
  listSessions,
  login,
  logout,
  type NotificationChoices,
  readConfirmation,
  readMe,
  renewConfirmation,
  requestRecovery,
  updateMe,
} from '@portico/contract/auth'
import { readNotification, stopNotification } from '@portico/contract/notifications'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'
import { forget, store } from '../shell/storage.ts'

/** The signed-in user. Kept for the session: the guard asks for it at every address. */
export const currentUser = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(readMe, { signal }),
  staleTime: 60_000,
})

/** Where the user is signed in. */
export const sessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
})

/** What the login form sends. */
export type Credentials = { userName: string; password: string; company?: string; remember: boolean }

/** Signs in and keeps the token; what an earlier user has read is forgotten. */
export const signIn = async (queryClient: QueryClient, body: Credentials) => {
  const { token } = await call(login, { body })
  queryClient.clear()
  store('token', token)
}

/** Ends the session here at once, and on the server as soon as it hears of it. */
export const signOut = (queryClient: QueryClient) => {
  const ended = call(logout, {}).catch(() => undefined)
  forget('token')
  queryClient.clear()
  return ended
}

/** Keeps the language with the account. */
export const keepLanguage = (language: Language) => call(updateMe, { body: { language } })

/** Changes the password; the other sessions end. */
export const changePassword = mutationOptions({
  mutationFn: (body: { currentPassword: string; password: string; passwordRepeat: string }) => call(updateMe, { body }),
})

/** Ends one session. */
export const endOneSession = mutationOptions({
  mutationFn: (sessionid: number) => call(endSession, { params: { sessionid } }),
})

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
export const setPassword = async (
  queryClient: QueryClient,
  key: string,
  body: { password: string; passwordRepeat: string },
) => {
  const { token } = await call(confirm, { params: { key }, body })
  queryClient.clear()
  store('token', token)
}

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
