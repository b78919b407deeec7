import { changeStaffGroup, createStaffGroup, listStaffGroups, removeStaffGroup } from '@portico/contract/staff/groups'
import {
  listPrivacyVersions,
  publishPrivacy,
  readPortalNotices,
  readPrivacyVersion,
  tryMail,
  tryTextMessage,
} from '@portico/contract/staff/portal-settings'
import {
  changeTicketStep,
  changeTicketType,
  createTicketStep,
  createTicketType,
  listStaffTicketSteps,
  listStaffTicketTypes,
  orderTicketSteps,
  orderTicketTypes,
  removeTicketStep,
  removeTicketType,
} from '@portico/contract/staff/ticket-settings'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

const keyOf = (portalid: number, part: string) => ['staff', 'portals', portalid, part] as const

/** The versions of a portal's privacy terms. */
export const privacyVersions = (portalid: number) =>
  queryOptions({
    queryKey: keyOf(portalid, 'privacy'),
    queryFn: ({ signal }) => call(listPrivacyVersions, { params: { portalid }, signal }),
  })

/** A version with its text, which never changes. */
export const privacyVersion = (portalid: number, versionid: number) =>
  queryOptions({
    queryKey: [...keyOf(portalid, 'privacy'), versionid],
    queryFn: ({ signal }) => call(readPrivacyVersion, { params: { portalid, versionid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Who is mailed about the tickets of a portal. */
export const portalNotices = (portalid: number) =>
  queryOptions({
    queryKey: keyOf(portalid, 'notices'),
    queryFn: ({ signal }) => call(readPortalNotices, { params: { portalid }, signal }),
  })

/** The types of a portal's tickets. */
export const portalTypes = (portalid: number) =>
  queryOptions({
    queryKey: keyOf(portalid, 'types'),
    queryFn: ({ signal }) => call(listStaffTicketTypes, { params: { portalid }, signal }),
  })

/** The steps of a portal's tickets. */
export const portalSteps = (portalid: number) =>
  queryOptions({
    queryKey: keyOf(portalid, 'steps'),
    queryFn: ({ signal }) => call(listStaffTicketSteps, { params: { portalid }, signal }),
  })

/** The groups of the company with who belongs to them. */
export const companyGroups = queryOptions({
  queryKey: ['staff', 'groups', 'members'],
  queryFn: ({ signal }) => call(listStaffGroups, { signal }),
})

const matching = (version: string): Record<string, string> => ({ 'If-Match': `"${version}"` })

/** Publishes privacy terms. */
export const publishTerms = (client: QueryClient, portalid: number) => ({
  mutationFn: (body: CallInput<typeof publishPrivacy>['body']) => call(publishPrivacy, { params: { portalid }, body }),
  onSettled: () => client.invalidateQueries({ queryKey: ['staff', 'portals', portalid] }),
})

type TypeFields = CallInput<typeof createTicketType>['body']
type TypeChange = CallInput<typeof changeTicketType>['body']

/** What is done with a type of ticket. */
export type TypeAct =
  | { act: 'add'; body: TypeFields; key: string }
  | { act: 'change'; id: number; version: string; body: TypeChange }
  | { act: 'remove'; id: number }
  | { act: 'order'; ids: number[] }

/** Does something with a type of ticket; answers whether it was archived instead of removed. */
export const actOnType = (client: QueryClient, portalid: number) => ({
  mutationFn: async (given: TypeAct): Promise<'removed' | 'archived' | undefined> => {
    const params = { portalid }
    if (given.act === 'add') await call(createTicketType, { params, body: given.body, idempotencyKey: given.key })
    if (given.act === 'order') await call(orderTicketTypes, { params, body: { ids: given.ids } })
    if (given.act === 'change')
      await call(changeTicketType, {
        params: { portalid, typeid: given.id },
        body: given.body,
        headers: matching(given.version),
      })
    if (given.act !== 'remove') return undefined
    return (await call(removeTicketType, { params: { portalid, typeid: given.id } })).outcome
  },
  onSettled: () => client.invalidateQueries({ queryKey: ['staff', 'portals', portalid] }),
})

type StepFields = CallInput<typeof createTicketStep>['body']
type StepChange = CallInput<typeof changeTicketStep>['body']

/** What is done with a step. */
export type StepAct =
  | { act: 'add'; body: StepFields; key: string }
  | { act: 'change'; id: number; version: string; body: StepChange }
  | { act: 'remove'; id: number }
  | { act: 'order'; ids: number[] }

/** Does something with a step; answers whether it was archived instead of removed. */
export const actOnStep = (client: QueryClient, portalid: number) => ({
  mutationFn: async (given: StepAct): Promise<'removed' | 'archived' | undefined> => {
    const params = { portalid }
    if (given.act === 'add') await call(createTicketStep, { params, body: given.body, idempotencyKey: given.key })
    if (given.act === 'order') await call(orderTicketSteps, { params, body: { ids: given.ids } })
    if (given.act === 'change')
      await call(changeTicketStep, {
        params: { portalid, stepid: given.id },
        body: given.body,
        headers: matching(given.version),
      })
    if (given.act !== 'remove') return undefined
    return (await call(removeTicketStep, { params: { portalid, stepid: given.id } })).outcome
  },
  onSettled: () => client.invalidateQueries({ queryKey: ['staff', 'portals', portalid] }),
})

type GroupFields = CallInput<typeof createStaffGroup>['body']

/** What is done with a group. */
export type GroupAct =
  | { act: 'add'; body: GroupFields; key: string }
  | { act: 'change'; id: number; version: string; body: GroupFields }
  | { act: 'remove'; id: number }

/** Does something with a group. */
export const actOnGroup = (client: QueryClient) => ({
  mutationFn: async (given: GroupAct): Promise<undefined> => {
    if (given.act === 'add') await call(createStaffGroup, { body: given.body, idempotencyKey: given.key })
    if (given.act === 'change')
      await call(changeStaffGroup, {
        params: { groupid: given.id },
        body: given.body,
        headers: matching(given.version),
      })
    if (given.act === 'remove') await call(removeStaffGroup, { params: { groupid: given.id } })
    return undefined
  },
  onSettled: async () => {
    await client.invalidateQueries({ queryKey: ['staff', 'groups'] })
    await client.invalidateQueries({ queryKey: ['staff', 'portals'] })
  },
})

/** Sends a trial mail. */
export const tryMailTo = (portalid: number) => ({
  mutationFn: (to: string) => call(tryMail, { params: { portalid }, body: { to } }),
})

/** Sends a trial text message. */
export const tryTextTo = (portalid: number) => ({
  mutationFn: (to: string) => call(tryTextMessage, { params: { portalid }, body: { to } }),
})
