import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import type { Static } from './schema/static.ts'
import { Id, Link, nullable, pageQuery, Search, WikiItem } from './shapes.ts'

/** A property of an asset. For a `File`, `value` is its name and `url` its signed URL; otherwise `url` is null. */
export const WikiProperty = Type.Object({
  id: Id,
  typologyName: Type.String(),
  /** `Date` values are `YYYY-MM-DD`, `Link` values are URLs. */
  dataType: Type.Unsafe<'Text' | 'Date' | 'Link' | 'File'>({ type: 'string', enum: ['Text', 'Date', 'Link', 'File'] }),
  value: Type.String(),
  url: nullable(Link),
})
export type WikiProperty = Static<typeof WikiProperty>

/** An asset in a folder. `contracts` are the service contracts that cover it; empty for callers without access to contracts. */
export const WikiElement = Type.Object({
  ...WikiItem.properties,
  properties: Type.Array(WikiProperty),
  contracts: Type.Array(Type.Object({ id: Id, name: Type.String() })),
})
export type WikiElement = Static<typeof WikiElement>

export const listWikiElements = endpoint({
  name: 'listWikiElements',
  summary: 'Assets by folder and name; `filter` is found in either, `q` in the properties too, case and accents aside.',
  method: 'GET',
  path: '/api/:company/:contactid/wikielements',
  access: 'viewContactWiki',
  query: Type.Object({ filter: Type.Optional(Search), q: Type.Optional(Search), ...pageQuery }),
  reply: Type.Array(WikiElement),
})

export const readWikiElement = endpoint({
  name: 'readWikiElement',
  summary: 'One asset.',
  method: 'GET',
  path: '/api/:company/:contactid/wikielements/:wikielementid',
  access: 'viewContactWiki',
  reply: WikiElement,
})
