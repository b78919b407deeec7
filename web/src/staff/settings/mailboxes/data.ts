import type { MailProvider } from '@portico/contract/staff/mail'
import {
  addGrantedMailbox,
  addStaffMailbox,
  askMailGrant,
  changeStaffMailbox,
  listMailProviders,
  listStaffMailboxes,
  readMailGrant,
  readMailKeeping,
  removeStaffMailbox,
  renewMailboxConsent,
  setMailKeeping,
  tryMailbox,
} from '@portico/contract/staff/mail'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

/** How often the state of the mailboxes is read again, in milliseconds. */
const pollMs = 15_000

/** The mailboxes of the company with how they do. */
export const mailboxes = queryOptions({
  queryKey: ['staff', 'mailboxes'],
  queryFn: ({ signal }) => call(listStaffMailboxes, { signal }),
  refetchInterval: pollMs,
})

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: mailboxes.queryKey })

/** Tries whether a mailbox opens. */
export const tryOne = { mutationFn: (body: CallInput<typeof tryMailbox>['body']) => call(tryMailbox, { body }) }

/** Adds a mailbox. */
export const addMailbox = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof addStaffMailbox>['body']) => call(addStaffMailbox, { body }),
    onSuccess: () => refresh(client),
  })

/** Changes a mailbox. */
export const changeMailbox = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ mailboxid, ...body }: CallInput<typeof changeStaffMailbox>['body'] & { mailboxid: number }) =>
      call(changeStaffMailbox, { params: { mailboxid }, body }),
    onSuccess: () => refresh(client),
  })

/** Removes a mailbox. */
export const removeMailbox = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (mailboxid: number) => call(removeStaffMailbox, { params: { mailboxid } }),
    onSuccess: () => refresh(client),
  })

/** The providers whose mailboxes open by a consent here. */
export const mailProviders = queryOptions({
  queryKey: ['staff', 'mail-providers'],
  queryFn: ({ signal }) => call(listMailProviders, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Asks for the consent of the owner of a mailbox. */
export const askConsent = { mutationFn: (provider: MailProvider) => call(askMailGrant, { body: { provider } }) }

/** How a consent does, read again as often as the provider allows until it has ended. */
export const consentState = (grantid: number, intervalSeconds: number) =>
  queryOptions({
    queryKey: ['staff', 'mail-grants', grantid],
    queryFn: ({ signal }) => call(readMailGrant, { params: { grantid }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'waiting' ? false : intervalSeconds * 1000),
    // The owner says yes in another tab.
    refetchIntervalInBackground: true,
  })

/** Uses a consent: for a mailbox that is added, or for one that is there. */
export const applyConsent = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      grantid,
      ...use
    }: { grantid: number } & ({ mailboxid: number } | { added: CallInput<typeof addGrantedMailbox>['body'] })) =>
      'added' in use
        ? call(addGrantedMailbox, { params: { grantid }, body: use.added })
        : call(renewMailboxConsent, { params: { mailboxid: use.mailboxid }, body: { grantId: grantid } }),
    onSuccess: () => refresh(client),
  })

/** How long whole mails are kept. */
export const mailKeeping = queryOptions({
  queryKey: ['staff', 'mail-keeping'],
  queryFn: ({ signal }) => call(readMailKeeping, { signal }),
})

/** Says how long whole mails are kept. */
export const keepMail = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof setMailKeeping>['body']) => call(setMailKeeping, { body }),
    onSuccess: kept => client.setQueryData(mailKeeping.queryKey, kept),
  })
