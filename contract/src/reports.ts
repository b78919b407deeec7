import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import { Id, Instant, Link, nullable, pageQuery, rangeQuery, Search, sortBy } from './shapes.ts'

/** A report of an activity. `taskId`, `taskName` and `ticketNumber` are null for callers who may not open the ticket. */
export const ActivityReport = Type.Object({
  id: Id,
  name: Type.String(),
  dateTime: Instant,
  documentUrl: Link,
  /** When the file was replaced by this one, if ever. */
  replacedOn: nullable(Instant),
  taskId: nullable(Id),
  taskName: nullable(Type.String()),
  ticketNumber: nullable(Type.Integer()),
})
export type ActivityReport = Static<typeof ActivityReport>

export const listActivityReports = endpoint({
  name: 'listActivityReports',
  summary: 'Activity reports, newest first; `q` is found in the name, `taskId` keeps those of one ticket.',
  method: 'GET',
  path: '/api/:company/:contactid/activities/activityreports',
  access: 'viewContactActivityReports',
  query: Type.Object({
    ...rangeQuery,
    ...pageQuery,
    sort: sortBy('dateTime', 'name'),
    q: Type.Optional(Search),
    wikiFilter: Type.Optional(Search),
    taskId: Type.Optional(Id),
  }),
  reply: Type.Array(ActivityReport),
})
