import { endSession, type Language, listSessions, login, logout, readMe, updateMe } from '@portico/contract/auth'
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
