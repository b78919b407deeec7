import { moveBooking } from '@portico/contract/staff/planning/bookings'
import {
  type BoardEntry,
  cancelStaffVisit,
  changeStaffVisit,
  listTicketsToPlan,
  planVisit,
  readStaffVisit,
  readVisitBoard,
  type StaffVisit,
  type VisitBoard,
  type VisitCollision,
} from '@portico/contract/staff/planning/visits'
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, type CallInput, call } from '../../api/api.ts'
import { boards } from './follow-board.ts'
import { type BoardQuery, boardQuery, type ShownSearch } from './visits-search.ts'

const boardOf = (query: BoardQuery) =>
  queryOptions({
    queryKey: [...boards, query],
    queryFn: ({ signal }) => call(readVisitBoard, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** The board that an address asks for. */
export const board = (search: ShownSearch) => boardOf(boardQuery(search))

/** One day of a portal, for a form. */
export const dayBoard = (from: string | undefined, portal: string | undefined) =>
  boardOf({ ...(from && { from }), ...(portal && { portal }) })

/** What tickets to be planned are narrowed to. */
export type ToPlanSearch = { q: string; who: 'all' | 'unassigned' | 'mine' }

/** Tickets to be planned. */
export const ticketsToPlan = (
  { portal, group }: Pick<ShownSearch, 'portal' | 'group'>,
  { q, who }: ToPlanSearch,
  ownId: number,
) => {
  const query = {
    ...(q.trim() && { q: q.trim() }),
    ...(portal && { portal }),
    ...(group && { group }),
    ...(who === 'unassigned' && { unassigned: true }),
    ...(who === 'mine' && { assignee: ownId }),
  }
  return queryOptions({
    queryKey: ['staff', 'visits', 'to-plan', query],
    queryFn: ({ signal }) => call(listTicketsToPlan, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One visit with all that is planned of it. */
export const visit = (visitid: number) =>
  queryOptions({
    queryKey: ['staff', 'visits', 'visit', visitid],
    queryFn: ({ signal }) => call(readStaffVisit, { params: { visitid }, signal }),
  })

/** What takes the time that somebody was to have, as a refused change reports it. */
export const collisionsIn = (error: unknown): readonly VisitCollision[] => {
  const found = error instanceof ApiError ? error.problem.collisions : undefined
  return Array.isArray(found) ? (found as VisitCollision[]) : []
}

const refresh = (client: QueryClient, ticketId: number | undefined) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['staff', 'visits'] }),
    ...(ticketId === undefined ? [] : [client.invalidateQueries({ queryKey: ['staff', 'ticket', ticketId] })]),
  ])

const settled =
  (client: QueryClient) =>
  (written: StaffVisit | undefined): Promise<unknown> =>
    refresh(client, written?.ticket?.id)

/** What is planned of a visit. */
export type VisitPlan = CallInput<typeof planVisit>['body']

/** Plans a visit. */
export const plan = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, key }: { body: VisitPlan; key: string }) => call(planVisit, { body, idempotencyKey: key }),
    onSettled: settled(client),
  })

/** What is changed of a visit. */
export type VisitChange = CallInput<typeof changeStaffVisit>['body']

/** A visit, and the state in which it was seen. */
export type SeenVisit = { id: number; version: string }

const ifMatch = (version: string) => ({ 'If-Match': `"${version}"` })

/** Changes a visit, unless somebody else was faster. */
export const change = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, version, body }: SeenVisit & { body: VisitChange }) =>
      call(changeStaffVisit, { params: { visitid: id }, body, headers: ifMatch(version) }),
    onSettled: settled(client),
  })

/** What has moved, in its new state, and whom of the customer that is mailed to. */
export type Moved = { version: string; email: string | null }

/** Moves a visit or a booking of the board, unless somebody else was faster. */
export const move = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ entry, staffId, startsOn, endsOn }: MovedEntry): Promise<Moved> => {
      const headers = ifMatch(entry.version)
      if (entry.kind === 'visit')
        return call(changeStaffVisit, {
          params: { visitid: entry.id ?? 0 },
          body: { staffId, startsOn, endsOn },
          headers,
        })
      // A booking always has somebody, and keeps its length.
      const body = { start: startsOn, ...(staffId !== null && { staffUserId: staffId }) }
      return call(moveBooking, { params: { bookingid: entry.id ?? 0 }, body, headers })
    },
    onSettled: (_moved, _error, { entry }) => refresh(client, entry.ticket?.id),
  })

type MovedEntry = { entry: BoardEntry; staffId: number | null; startsOn: string; endsOn: string }

/** Cancels a visit, unless somebody else was faster. */
export const cancel = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, version }: SeenVisit) =>
      call(cancelStaffVisit, { params: { visitid: id }, headers: ifMatch(version) }),
    onSettled: settled(client),
  })

/** Shows an entry elsewhere on all loaded boards at once; returns the way back. */
export const showMoved = (
  client: QueryClient,
  isMoved: (entry: VisitBoard['entries'][number]) => boolean,
  to: { staffId: number | null; startsOn: string; endsOn: string },
) => {
  const before = client.getQueriesData<VisitBoard>({ queryKey: boards })
  client.setQueriesData<VisitBoard>(
    { queryKey: boards },
    shown =>
      shown && {
        ...shown,
        entries: shown.entries.map(entry => (isMoved(entry) ? { ...entry, ...to, heldUntil: to.endsOn } : entry)),
      },
  )
  return () => {
    for (const [queryKey, data] of before) client.setQueryData(queryKey, data)
  }
}
