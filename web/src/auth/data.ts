import {
  confirm,
  endOtherSessions,
  endSession,
  listSessions,
  login,
  type NotificationChoices,
  readConfirmation,
  renewConfirmation,
  requestRecovery,
  updateMe,
} from '@portico/contract/auth'
import type { Language } from '@portico/contract/language'
import { readNotification, stopNotification } from '@portico/contract/notifications'
import { openSignInLink, readSignInLink, requestSignInLink } from '@portico/contract/sign-in/links'
import { disownSignIn, readSignInNotice } from '@portico/contract/sign-in/notices'
import type { FreshProof } from '@portico/contract/sign-in/passkeys'
import {
  beginTotp,
  confirmTotp,
  giveSecondFactor,
  readSecondFactor,
  removeTotp,
} from '@portico/contract/sign-in/second-factor'
import { closeTicketByMail, readTicketClosing } from '@portico/contract/ticket-closings'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { beginSession } from '../api/session-token.ts'
import { knownName, nameOfBrowser } from './browser-name.ts'
import { entered } from './passkeys/entered.ts'

/** The user's sessions. */
export const sessions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
})

/** What the login form sends. */
export type Credentials = { userName: string; password: string; company?: string; remember: boolean }

/** Signs in, or answers a ticket. The cached data of an earlier user is dropped. */
export const signIn = mutationOptions({
  mutationFn: async (body: Credentials) => entered(await call(login, { body })),
})

/** Finishes a sign-in by the code of an authenticator app, or a recovery code. */
export const finishSignIn = async (body: { ticket: string; code: string }) =>
  beginSession((await call(giveSecondFactor, { body })).token)

/** The user's second factor. */
export const secondFactor = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(readSecondFactor, { signal }),
})

/** The calls that change the user's second factor. */
export const factorCalls = {
  begin: (proof: FreshProof) => call(beginTotp, { body: proof }),
  confirm: (code: string) => call(confirmTotp, { body: { code } }),
  remove: (proof: FreshProof) => call(removeTotp, { body: proof }),
}

/** For whom a mail with a link is asked, and in which language. */
export type MailRequest = { userName: string; company: string | undefined; language: Language }

/** Asks for a link that signs in without a password. */
export const requestLink = mutationOptions({
  mutationFn: ({ userName, company }: MailRequest) =>
    call(requestSignInLink, { body: { userName, company, browser: nameOfBrowser() } }),
})

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

/** Whom a mailed link signs in. Fetched at each visit: the link may have been used elsewhere. */
export const signInLink = (key: string) =>
  queryOptions({
    queryKey: ['sign-in-link', key],
    queryFn: ({ signal }) => call(readSignInLink, { params: { key }, query: { browser: knownName() }, signal }),
    refetchOnWindowFocus: false,
  })

/** Signs in by the key of a mailed link. */
export const signInByLink = mutationOptions({
  mutationFn: async (key: string) => entered(await call(openSignInLink, { params: { key } })),
})

/** The sign-in that a mail is about. */
export const signInNotice = (key: string) =>
  queryOptions({
    queryKey: ['sign-in-notice', key],
    queryFn: ({ signal }) => call(readSignInNotice, { params: { key }, signal }),
    refetchOnWindowFocus: false,
  })

/** Ends the session of a sign-in that the reader does not know of. */
export const endUnknownSession = mutationOptions({
  mutationFn: (key: string) => call(disownSignIn, { params: { key } }),
})

/** Requests a link to set a new password. */
export const requestPasswordLink = mutationOptions({
  mutationFn: (body: MailRequest) => call(requestRecovery, { body }),
})

/** What the link of an invitation or a recovery is for. Fetched at each visit: the link may have been used elsewhere. */
export const confirmation = (key: string) =>
  queryOptions({
    queryKey: ['confirmation', key],
    queryFn: ({ signal }) => call(readConfirmation, { params: { key }, signal }),
    refetchOnWindowFocus: false,
  })

/** Sets the password of a link, unless its portal takes none, and signs in. The cached data of an earlier user is dropped. */
export const setPassword = (key: string) =>
  mutationOptions({
    mutationFn: async (body: { password?: string; passwordRepeat?: string }) =>
      entered(await call(confirm, { params: { key }, body })),
  })

/** Requests a new link in place of one that has ended. */
export const renewLink = mutationOptions({
  mutationFn: (key: string) => call(renewConfirmation, { params: { key } }),
})

/** The kind of mail that an unsubscribe link stops. */
export const notification = (key: string) =>
  queryOptions({
    queryKey: ['notification', key],
    queryFn: ({ signal }) => call(readNotification, { params: { key }, signal }),
  })

/** Stops the mails of an unsubscribe link, by its key. */
export const stopMails = mutationOptions({
  mutationFn: (key: string) => call(stopNotification, { params: { key } }),
})

/** Saves which mails the user wants. */
export const chooseMails = mutationOptions({
  mutationFn: (notifications: Partial<NotificationChoices>) => call(updateMe, { body: { notifications } }),
})

/** The ticket that the link of a mail closes. */
export const ticketClosing = (key: string) =>
  queryOptions({
    queryKey: ['ticket-closing', key],
    queryFn: ({ signal }) => call(readTicketClosing, { params: { key }, signal }),
  })

/** Closes the ticket of such a link, by its key. */
export const closeByMail = mutationOptions({
  mutationFn: (key: string) => call(closeTicketByMail, { params: { key } }),
})
