import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import { euro, Id, Instant, Link, nullable, pageQuery, rangeQuery, Search, sortBy } from './shapes.ts'

/** The latest revision of an estimate. `total` is in euro, with at most two decimals. */
export const Estimate = Type.Object({
  id: Id,
  estimateName: Type.String(),
  estimateNumber: Type.String(),
  revisionNumber: Type.Integer(),
  total: euro('estimate'),
  estimateCreationDate: Instant,
  estimateDocumentUrl: Link,
  /** When the file was replaced by this one, if ever. */
  replacedOn: nullable(Instant),
})
export type Estimate = Static<typeof Estimate>

export const listEstimates = endpoint({
  name: 'listEstimates',
  summary: 'Estimates, newest first; `q` is found in name or number. `count=1` adds up `Total-Amount`, in euro.',
  method: 'GET',
  path: '/api/:company/:contactid/estimates',
  access: 'viewEstimates',
  query: Type.Object({
    ...rangeQuery,
    ...pageQuery,
    sort: sortBy('estimateCreationDate', 'estimateName', 'estimateNumber', 'total'),
    q: Type.Optional(Search),
  }),
  reply: Type.Array(Estimate),
})
