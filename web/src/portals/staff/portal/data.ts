import {
  changeStaffPortal,
  checkStaffPortalCss,
  listStaffPortals,
  openStaffPortal,
  previewStaffPortalMail,
  readStaffPortal,
  type StaffPortalChange,
  type StaffPortalSettings,
} from '@portico/contract/staff/portals'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { addressOf, type CallInput, call, callTagged } from '../../../api/api.ts'

/** The portals of the account. */
export const staffPortals = queryOptions({
  queryKey: ['staff', 'portals'],
  queryFn: ({ signal }) => call(listStaffPortals, { signal }),
})

/** The settings of a portal with the tag of their state, which a change sends along. */
export type TaggedPortal = StaffPortalSettings & { etag: string | null }

const tagged = ({ data, etag }: { data: StaffPortalSettings; etag: string | null }): TaggedPortal => ({ ...data, etag })

/** The settings of a portal. */
export const staffPortal = (portalid: number) =>
  queryOptions({
    queryKey: ['staff', 'portals', portalid],
    queryFn: async ({ signal }) => tagged(await callTagged(readStaffPortal, { params: { portalid }, signal })),
  })

/** Changes settings of a portal, unless somebody has changed it since the state that `etag` names: then `conflict`. */
export const changePortal = (client: QueryClient, portalid: number) => ({
  mutationFn: async ({ change, etag }: { change: StaffPortalChange; etag: string | null }) => {
    const headers: Record<string, string> = etag ? { 'If-Match': etag } : {}
    return tagged(await callTagged(changeStaffPortal, { params: { portalid }, body: change, headers }))
  },
  onSuccess: (portal: TaggedPortal) => {
    client.setQueryData(staffPortal(portalid).queryKey, portal)
    void client.invalidateQueries({ queryKey: staffPortals.queryKey, exact: true })
  },
})

/** Opens a further portal. */
export const openPortal = (client: QueryClient) => ({
  mutationFn: (body: CallInput<typeof openStaffPortal>['body']) => call(openStaffPortal, { body }),
  onSuccess: () => client.invalidateQueries({ queryKey: staffPortals.queryKey, exact: true }),
})

/** What is wrong with a style sheet. */
export const cssFaults = (portalid: number, css: string) =>
  queryOptions({
    queryKey: ['staff', 'portals', portalid, 'css', css],
    queryFn: ({ signal }) => call(checkStaffPortalCss, { params: { portalid }, body: { css }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/** The address of an invented mail in the look of a portal. */
export const mailPreviewAddress = (portalid: number, query: CallInput<typeof previewStaffPortalMail>['query']) =>
  addressOf(previewStaffPortalMail, { params: { portalid }, query: query ?? {} })
