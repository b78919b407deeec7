import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, pageQuery, Search } from './shapes.ts'

/** An asset as pickers and lists name it: folder, a dash, name (spec 3, Wiki search item). */
export const WikiItem = Type.Object({ id: Id, name: Type.String(), folderName: Type.String(), wikiFolderId: Id })
export type WikiItem = Static<typeof WikiItem>

export const listWikiElements = endpoint({
  name: 'listWikiElements',
  summary: 'Assets by folder and name; `filter` is found in either, case and accents aside.',
  method: 'GET',
  path: '/api/:company/:contactid/wikielements',
  access: 'viewContactWiki',
  query: Type.Object({ filter: Type.Optional(Search), ...pageQuery }),
  reply: Type.Array(WikiItem),
})
