import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import { Id, Instant, Link, nullable } from './shapes.ts'

/** A file that a portal shares with all of its contacts. */
export const PublicFile = Type.Object({
  id: Id,
  fileName: Type.String(),
  url: Link,
  /** When the file was replaced by this one, if ever. */
  replacedOn: nullable(Instant),
})
export type PublicFile = Static<typeof PublicFile>

export const listPublicFiles = endpoint({
  name: 'listPublicFiles',
  summary: 'The public files of a portal, all of them, by name.',
  method: 'GET',
  path: '/api/settings/:company/publicfiles',
  access: 'portal',
  reply: Type.Array(PublicFile),
})

export const readPublicFile = endpoint({
  name: 'readPublicFile',
  summary:
    'A public file by its signed address; that its reader is still in the portal, and the session lives, is checked at every opening.',
  method: 'GET',
  path: '/api/publicfiles/:fileid/:name',
  access: 'open',
  query: Type.Object({ m: Type.String(), n: Type.Optional(Type.String()), e: Type.String(), s: Type.String() }),
  raw: 'application/octet-stream',
})
