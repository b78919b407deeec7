import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import { Id, Instant, Link, nullable, pageQuery, Search, sortBy } from './shapes.ts'

/** A company file. */
export const Document = Type.Object({
  id: Id,
  documentName: Type.String(),
  createDate: Instant,
  url: Link,
  /** When the file was replaced by this one, if ever. */
  replacedOn: nullable(Instant),
})
export type Document = Static<typeof Document>

export const listDocuments = endpoint({
  name: 'listDocuments',
  summary: 'Company files, newest first; `q` is found in the name.',
  method: 'GET',
  path: '/api/:company/:contactid/documents',
  access: 'viewContactDocuments',
  query: Type.Object({ ...pageQuery, sort: sortBy('createDate', 'documentName'), q: Type.Optional(Search) }),
  reply: Type.Array(Document),
})

export const uploadDocument = endpoint({
  name: 'uploadDocument',
  summary:
    'Adds a company file: 25 MB at most, in the field `file`. An `Idempotency-Key` makes a repeated upload the same one.',
  method: 'POST',
  path: '/api/:company/:contactid/documents/upload/contact',
  access: ['viewContactDocuments', 'uploadContactDocuments'],
  upload: true,
  reply: Document,
  status: 201,
})
