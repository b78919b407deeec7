import { acceptMail, dropMail, readRawMail, restoreMail, resumeAddress } from '@portico/contract/staff/mail'
import { listStaffTickets, searchStaffContacts } from '@portico/contract/staff/tickets'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { addressOf, type CallInput, call, callPage } from '../../../api/api.ts'

/** What is loaded of mail that waits for the staff. */
export const mailKey = ['staff', 'mail']

/** Reads again what a decision on a mail may have changed: the lists, their number, the ticket, and the mail when it is opened again. */
const refreshMail = (client: QueryClient) => {
  void client.invalidateQueries({ queryKey: ['staff', 'counts'] })
  void client.invalidateQueries({ queryKey: ['staff', 'ticket'] })
  void client.invalidateQueries({ queryKey: [...mailKey, 'bounced'] })
  // An accepted mail is not there any more for a panel that is still open.
  void client.invalidateQueries({ queryKey: [...mailKey, 'one'], refetchType: 'none' })
  return client.invalidateQueries({ queryKey: [...mailKey, 'list'] })
}

type Accepted = { mailid: number } & CallInput<typeof acceptMail>['body']

/** Makes a mail the message of a person. */
export const accept = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ mailid, ...body }: Accepted) => call(acceptMail, { params: { mailid }, body }),
    onSettled: () => refreshMail(client),
  })

/** Drops mails, one after the other; answers those that it has dropped. What a colleague has settled is left out. */
export const dropMails = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async (ids: readonly number[]) => {
      const results = await Promise.allSettled(ids.map(mailid => call(dropMail, { params: { mailid } })))
      const failed = results.find(result => result.status === 'rejected')
      const dropped = ids.filter((_, at) => results[at]?.status === 'fulfilled')
      if (dropped.length === 0 && failed) throw failed.reason
      return dropped
    },
    onSettled: () => refreshMail(client),
  })

/** Lets dropped mails wait again. */
export const restoreMails = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (ids: readonly number[]) => Promise.all(ids.map(mailid => call(restoreMail, { params: { mailid } }))),
    onSettled: () => refreshMail(client),
  })

/** Sends mails about tickets to an address again. */
export const resumeOne = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (addressid: number) => call(resumeAddress, { params: { addressid } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['staff', 'customer'] })
      return refreshMail(client)
    },
  })

/** The address of a mail as it came. */
export const rawMailAddress = (mailid: number) => addressOf(readRawMail, { params: { mailid: String(mailid) } })

/** The customers whose name contains a text, with their people. */
export const findCustomers = (q: string, signal?: AbortSignal) =>
  call(searchStaffContacts, { query: { q: q.trim() || undefined }, signal })

/** The newest tickets of a customer that a text finds. */
export const findTicketsOf = async (contact: number, q: string, signal: AbortSignal) =>
  (
    await callPage(listStaffTickets, {
      query: { contact, q: q.trim() || undefined, limit: 20, sort: '-createdOn' },
      signal,
    })
  ).rows
