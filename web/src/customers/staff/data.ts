import type { Flag } from '@portico/contract/permissions'
import {
  type CustomerChange,
  changePerson,
  changeStaffCustomer,
  countStaffCustomers,
  endPerson,
  endPersonSessions,
  type IdentityCheck,
  invitePeople,
  invitePersonAgain,
  inviteWaiting,
  listStaffCustomers,
  makeStaffCustomer,
  type NewCustomer,
  type NewPeople,
  type PersonChange,
  readStaffCustomer,
  removePersonSecondFactor,
  restorePerson,
  type StaffCustomer,
  type StaffPerson,
} from '@portico/contract/staff/customers/customers'
import { changeCustomerSignInRule, readCustomerSignInRule } from '@portico/contract/staff/customers/sign-in-rule'
import { revokeReplyAddresses } from '@portico/contract/staff/mail'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, callPage, callTagged } from '../../api/api.ts'
import { pageQuery } from '../../list/page-query.ts'
import { type CustomersSearch, readCustomersSearch } from './customers-search.ts'

const listsKey = ['staff', 'customers'] as const

/** The pages of the customers that an address asks for. */
export const customers = (search: CustomersSearch) => {
  const query = readCustomersSearch(search)
  return pageQuery([...listsKey, 'list', query], (page, signal) =>
    callPage(listStaffCustomers, { query: { ...query, ...page }, signal }),
  )
}

/** How many customers the filters leave, and how many people these have. */
export const customerCounts = ({ q, portal }: Pick<CustomersSearch, 'q' | 'portal'>) => {
  const query = { ...(q && { q }), ...(portal && { portal }) }
  return queryOptions({
    queryKey: [...listsKey, 'counts', query],
    queryFn: ({ signal }) => call(countStaffCustomers, { query, signal }),
  })
}

/** A customer, and the tag that names the state of its own fields. */
export type OpenCustomer = StaffCustomer & { etag: string | null }

/** A customer with people, contracts and documents. */
export const customer = (contactid: number) =>
  queryOptions({
    queryKey: ['staff', 'customer', contactid],
    queryFn: async ({ signal }): Promise<OpenCustomer> => {
      const { data, etag } = await callTagged(readStaffCustomer, { params: { contactid }, signal })
      return { ...data, etag }
    },
  })

const refreshLists = (client: QueryClient) => void client.invalidateQueries({ queryKey: listsKey })

const keepCustomer = (client: QueryClient, { data, etag }: { data: StaffCustomer; etag: string | null }) => {
  client.setQueryData(customer(data.id).queryKey, { ...data, etag })
  refreshLists(client)
}

/** Makes a customer. */
export const makeCustomer = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, key }: { body: NewCustomer; key: string }) =>
      callTagged(makeStaffCustomer, { body, idempotencyKey: key }),
    onSuccess: answer => keepCustomer(client, answer),
  })

/** Changes the fields of a customer, unless somebody has changed them since the state that `etag` names. */
export const changeCustomer = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: ({ body, etag }: { body: CustomerChange; etag: string | null }) =>
      callTagged(changeStaffCustomer, {
        params: { contactid },
        body,
        headers: etag ? { 'If-Match': etag } : {},
      }),
    onSuccess: answer => keepCustomer(client, answer),
  })

const changePeople = (client: QueryClient, contactid: number, change: (people: StaffPerson[]) => StaffPerson[]) =>
  client.setQueryData(customer(contactid).queryKey, known => known && { ...known, people: change(known.people) })

const keepPerson = (client: QueryClient, contactid: number, person: StaffPerson) => {
  changePeople(client, contactid, people => people.map(one => (one.id === person.id ? person : one)))
  refreshLists(client)
}

/** What is sent to change a person. `version`: refused if the person has changed since. */
export type ChangeOfPerson = { personid: number; version?: string | undefined; body: PersonChange }

/** Changes a person of a customer. */
export const changePersonOf = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: ({ personid, version, body }: ChangeOfPerson) =>
      call(changePerson, {
        params: { contactid, personid },
        body,
        headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
      }),
    onSuccess: person => keepPerson(client, contactid, person),
  })

/** Flags that are switched. */
export type FlagChange = { person: StaffPerson; flags: Partial<Record<Flag, boolean>>; anyway?: true }

/** Switches flags of a person: at once on the screen, and back if the server refuses. */
export const changeFlags = (client: QueryClient, contactid: number) => {
  const show = (id: number, flags: Partial<Record<Flag, boolean>>) =>
    changePeople(client, contactid, people =>
      people.map(one => (one.id === id ? { ...one, flags: { ...one.flags, ...flags } } : one)),
    )
  return mutationOptions({
    mutationFn: ({ person, flags, anyway }: FlagChange) =>
      call(changePerson, { params: { contactid, personid: person.id }, body: { flags, ...(anyway && { anyway }) } }),
    onMutate: ({ person, flags }: FlagChange) => show(person.id, flags),
    onSuccess: person => keepPerson(client, contactid, person),
    onError: (_error, { person, flags }) =>
      show(person.id, Object.fromEntries(Object.keys(flags).map(flag => [flag, person.flags[flag as Flag]]))),
  })
}

/** Gives people access and mails them invitations. */
export const invite = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: ({ body, key }: { body: NewPeople; key: string }) =>
      call(invitePeople, { params: { contactid }, body, idempotencyKey: key }),
    onSuccess: () => {
      refreshLists(client)
      return client.invalidateQueries({ queryKey: customer(contactid).queryKey })
    },
  })

/** Invites the first of those who wait for an invitation, of a portal or of all. */
export const inviteAllWaiting = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ portalId, key }: { portalId: number | undefined; key: string }) =>
      call(inviteWaiting, { body: { ...(portalId !== undefined && { portalId }) }, idempotencyKey: key }),
    onSuccess: () => {
      refreshLists(client)
      void client.invalidateQueries({ queryKey: ['staff', 'customer'] })
    },
  })

/** Mails an invitation again. */
export const inviteAgain = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: (personid: number) => call(invitePersonAgain, { params: { contactid, personid } }),
    onSuccess: ({ person }) => keepPerson(client, contactid, person),
  })

/** Ends the access of a person. */
export const end = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: ({ personid, anyway }: { personid: number; anyway?: true }) =>
      call(endPerson, { params: { contactid, personid }, body: { ...(anyway && { anyway }) } }),
    onSuccess: person => keepPerson(client, contactid, person),
  })

/** Restores an access that has ended. */
export const restore = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: (personid: number) => call(restorePerson, { params: { contactid, personid } }),
    onSuccess: person => keepPerson(client, contactid, person),
  })

/** Signs a person out everywhere. */
export const signOut = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: (personid: number) => call(endPersonSessions, { params: { contactid, personid } }),
    onSuccess: person => keepPerson(client, contactid, person),
  })

/** What a person has lost: codes, passkeys, or both. */
export type LostFactors = { codes: boolean; passkeyIds: number[] }

/** Removes codes and passkeys of a person who has lost them. */
export const removeFactor = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: ({ personid, ...body }: { personid: number; check: IdentityCheck; factors: LostFactors }) =>
      call(removePersonSecondFactor, { params: { contactid, personid }, body }),
    onSuccess: person => keepPerson(client, contactid, person),
  })

/** Revokes the reply addresses that a person has in mails about tickets. */
export const revokeReplies = (contactid: number) => ({
  mutationFn: (personid: number) => call(revokeReplyAddresses, { params: { contactid, personid } }),
})

/** How the people of a customer have to sign in. */
export const signInRule = (contactid: number) =>
  queryOptions({
    queryKey: ['staff', 'customer', contactid, 'sign-in-rule'],
    queryFn: ({ signal }) => call(readCustomerSignInRule, { params: { contactid }, signal }),
  })

/** Requires a second factor of the people of a customer, or no longer. */
export const changeRule = (client: QueryClient, contactid: number) =>
  mutationOptions({
    mutationFn: async (secondFactorRequired: boolean) => {
      const rule = await call(changeCustomerSignInRule, { params: { contactid }, body: { secondFactorRequired } })
      client.setQueryData(signInRule(contactid).queryKey, rule)
    },
  })
