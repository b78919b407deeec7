import { listStaffPortals } from '@portico/contract/staff/portals'
import {
  listWorkingHours,
  removePortalHours,
  removeWorkingHours,
  setPortalHours,
  setWorkingHours,
} from '@portico/contract/staff/working-hours'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

/** When the company works, and those portals that have hours of their own. */
export const workingHours = queryOptions({
  queryKey: ['staff', 'working-hours'],
  queryFn: ({ signal }) => call(listWorkingHours, { signal }),
})

/** The portals of the account, by whose clocks hours and closings are meant. */
export const portalClocks = queryOptions({
  queryKey: ['staff', 'working-hours', 'clocks'],
  queryFn: ({ signal }) => call(listStaffPortals, { signal }),
})

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: workingHours.queryKey })

/** A calendar that is written; `portalId` null: that of the company. */
export type WrittenHours = { portalId: number | null; version: string; body: CallInput<typeof setWorkingHours>['body'] }

/** Writes a calendar, unless somebody was faster. */
export const writeHours = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ portalId, version, body }: WrittenHours) => {
      const headers = { 'If-Match': `"${version}"` }
      return portalId === null
        ? call(setWorkingHours, { body, headers })
        : call(setPortalHours, { params: { portalid: portalId }, body, headers })
    },
    // Whoever was too late reads next what the other one has written.
    onSettled: () => refresh(client),
  })

/** Removes a calendar, unless somebody was faster. */
export const removeHours = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ portalId, version }: Pick<WrittenHours, 'portalId' | 'version'>) => {
      const headers = { 'If-Match': `"${version}"` }
      return portalId === null
        ? call(removeWorkingHours, { headers })
        : call(removePortalHours, { params: { portalid: portalId }, headers })
    },
    onSettled: () => refresh(client),
  })
