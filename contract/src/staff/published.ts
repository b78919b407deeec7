import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { euro, Id, Instant, Link, line, nullable, pageQuery, Search } from '../shapes.ts'

/** What the staff publish for customers; `document` is a company file, `publicFile` one of the whole portal. */
export const publishedKinds = ['invoice', 'estimate', 'report', 'document', 'publicFile'] as const
/** One of {@link publishedKinds}. */
export type PublishedKind = (typeof publishedKinds)[number]

const Kind = Type.Unsafe<PublishedKind>({
  type: 'string',
  enum: [...publishedKinds],
  description: '`document`: a company file. `publicFile`: a file of the whole portal.',
})

/** What a list of published files is narrowed to; `arrived` are company files that customers have uploaded. */
export const publishedFilters = [...publishedKinds, 'arrived'] as const
/** One of {@link publishedFilters}. */
export type PublishedFilter = (typeof publishedFilters)[number]

const PublishedContent = Type.Object({
  name: Type.String({ description: 'Its name, as customers see it.' }),
  size: Type.Integer({ description: 'In bytes.' }),
  mediaType: Type.String(),
  url: Type.Unsafe<string>({ ...Link, description: 'For the session that asked.' }),
})

const listed = {
  kind: Kind,
  id: Id,
  contact: nullable(
    Type.Object(
      { id: Id, companyName: Type.String() },
      { description: 'The customer; null for a file of the whole portal.' },
    ),
  ),
  portal: Type.Object({ id: Id, webPortalKey: Type.String(), name: Type.String(), baseColor: Type.String() }),
  title: Type.String({ description: 'The title that customers see; of an invoice its number.' }),
  number: nullable(Type.String({ description: 'The number; of invoices and estimates only.' })),
  revision: nullable(Type.Integer({ description: 'The number of the revision, of an estimate.' })),
  date: nullable({ ...Instant, description: 'The date that customers see; null for a file of the whole portal.' }),
  total: nullable(euro('invoice', 'In euro; of invoices and estimates only.')),
  file: PublishedContent,
  original: nullable(
    Type.Object(PublishedContent.properties, { description: 'The electronic original of an invoice.' }),
  ),
  publishedOn: Type.Unsafe<string>({ ...Instant, description: 'When customers could see it first.' }),
  replacedOn: nullable({ ...Instant, description: 'When its file was replaced last.' }),
  withdrawnOn: nullable({ ...Instant, description: 'Since when no customer sees it; null while they do.' }),
  arrivedFrom: nullable(
    Type.Object(
      { webUserId: Id, referentName: Type.String() },
      { description: 'The person of the customer who has uploaded it; null for what the company published.' },
    ),
  ),
  openedBy: Type.Integer({ description: 'How many people have opened it.' }),
  lastOpened: nullable(
    Type.Object(
      { referentName: Type.String(), at: Instant },
      { description: 'Who opened it last, and when; null: nobody has yet.' },
    ),
  ),
}

/** A file that customers have been given, or that one of them has given. */
export const PublishedFile = Type.Object(listed)
export type PublishedFile = Static<typeof PublishedFile>

/** A person who has opened a file. */
export const Opening = Type.Object({
  webUserId: Id,
  referentName: Type.String(),
  companyName: Type.String({ description: 'The customer that the person opened it for.' }),
  firstAt: Type.Unsafe<string>({ ...Instant, description: 'When it was opened first.' }),
  lastAt: Type.Unsafe<string>({ ...Instant, description: 'When it was opened last.' }),
  count: Type.Integer({ description: 'How often; what follows within five minutes is the same opening.' }),
})
export type Opening = Static<typeof Opening>

/** What the staff do with a published file. */
export const publicationActs = ['published', 'changed', 'replaced', 'withdrawn', 'restored'] as const
/** One of {@link publicationActs}. */
export type PublicationAct = (typeof publicationActs)[number]

/** An entry of a published file's history. */
export const PublicationChange = Type.Object({
  id: Id,
  what: Type.Unsafe<PublicationAct>({ type: 'string', enum: [...publicationActs] }),
  at: Instant,
  staff: nullable(
    Type.Object({ id: Id, displayName: Type.String() }, { description: 'Null for a member of the staff who is gone.' }),
  ),
  reason: nullable(Type.String({ description: 'Why, as the staff wrote it.' })),
  fields: Type.Array(
    Type.Object({
      field: Type.String({ description: 'The name of the field in this API.' }),
      before: nullable(Type.String()),
      after: nullable(Type.String()),
    }),
    { description: 'What a change has changed.' },
  ),
  formerFile: nullable(
    Type.Object(PublishedContent.properties, {
      description: 'The file that was replaced; customers no longer see it.',
    }),
  ),
})
export type PublicationChange = Static<typeof PublicationChange>

/** A published file with all that the staff know of it. */
export const PublishedDetail = Type.Object({
  ...listed,
  openings: Type.Array(Opening, { description: 'Who has opened it, the last first; 500 at most.' }),
  history: Type.Array(PublicationChange, { description: 'What the staff have done with it, the newest first.' }),
})
export type PublishedDetail = Static<typeof PublishedDetail>

export const listPublishedFiles = endpoint({
  name: 'listPublishedFiles',
  summary: 'What customers have been given and what they have given, newest first.',
  description:
    'Invoices, estimates, reports, company files and files of the whole portal, of the portals that the caller works for. `count=1` sets `Total-Count`.',
  method: 'GET',
  path: `${staffRoot}/published`,
  access: 'staff',
  records: publishedKinds,
  query: Type.Object({
    q: Type.Optional(
      Type.Unsafe<string>({ ...Search, description: 'Found in number, title, file name and name of the customer.' }),
    ),
    kind: Type.Optional(
      Type.Unsafe<PublishedFilter>({
        type: 'string',
        enum: [...publishedFilters],
        description: '`arrived`: company files that customers have uploaded; the other kinds are without these.',
      }),
    ),
    portal: Type.Optional(Type.String({ maxLength: 40, description: 'Only of the portal with this key.' })),
    contact: Type.Optional(Type.Unsafe<number>({ ...Id, description: 'Only of this customer.' })),
    opened: Type.Optional(
      Type.Unsafe<'yes' | 'no'>({
        type: 'string',
        enum: ['yes', 'no'],
        description: 'Only what somebody has opened, or nobody yet.',
      }),
    ),
    withdrawn: Type.Optional(
      Type.Unsafe<'1'>({ type: 'string', enum: ['1'], description: 'Only what was taken back.' }),
    ),
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    count: pageQuery.count,
  }),
  reply: Type.Array(PublishedFile),
})

export const readPublishedFile = endpoint({
  name: 'readPublishedFile',
  summary: 'A published file with who has opened it and what the staff have done with it.',
  method: 'GET',
  path: `${staffRoot}/published/:kind/:recordid`,
  access: 'staff',
  records: publishedKinds,
  conditional: true,
  reply: PublishedDetail,
})

const contentQuery = Type.Object({
  n: Type.String({ description: 'The session that the address was made for.' }),
  v: Type.String({ description: 'Which content it was made for.' }),
})

export const readPublishedContent = endpoint({
  name: 'readPublishedContent',
  summary: 'A file of a published record, for the session that its URL was made for.',
  method: 'GET',
  path: `${staffRoot}/published/:kind/:recordid/:part/:name`,
  access: 'staff',
  records: publishedKinds,
  query: contentQuery,
  raw: 'application/octet-stream',
})

export const readFormerContent = endpoint({
  name: 'readFormerContent',
  summary: 'A file that was replaced, for the session that its URL was made for.',
  method: 'GET',
  path: `${staffRoot}/published/:kind/:recordid/former/:formerid/:name`,
  access: 'staff',
  records: publishedKinds,
  query: contentQuery,
  raw: 'application/octet-stream',
})

/** Most characters of a reason that the staff give. */
export const reasonMaxLength = 500

const reason = Type.Optional(
  nullable(
    Type.String({ maxLength: reasonMaxLength, description: 'Why; for the history, which only the staff read.' }),
  ),
)

/** What customers read beside a file; which fields a kind has, its record says. */
export const PublishedChange = Type.Object({
  title: Type.Optional(Type.Unsafe<string>({ ...line(300), description: 'The title; of a public file its name.' })),
  number: Type.Optional(Type.Unsafe<string>({ ...line(200), description: 'Of invoices and estimates.' })),
  revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Of estimates.' })),
  date: Type.Optional(Type.String({ format: 'date', description: 'Of all but public files.' })),
  total: Type.Optional(euro('invoice', 'In euro; of invoices and estimates.')),
})
export type PublishedChange = Static<typeof PublishedChange>

export const changePublishedFile = endpoint({
  name: 'changePublishedFile',
  summary: 'Changes what is named, by the rules of the record. 409 `conflict` if somebody else has changed it since.',
  method: 'PATCH',
  path: `${staffRoot}/published/:kind/:recordid`,
  access: 'staff',
  role: 'office',
  conditional: true,
  body: PublishedChange,
  reply: PublishedDetail,
})

export const uploadPublishedFile = endpoint({
  name: 'uploadPublishedFile',
  summary: 'Takes a file that replaces a published one, or that is to be signed; its id is used once, within 24 hours.',
  method: 'POST',
  path: `${staffRoot}/published/uploads`,
  access: 'staff',
  role: 'office',
  status: 201,
  upload: true,
  reply: Type.Object({
    id: Id,
    name: Type.String({ description: 'Its name.' }),
    size: Type.Integer({ description: 'In bytes.' }),
    mediaType: Type.String(),
  }),
})

export const replacePublishedFile = endpoint({
  name: 'replacePublishedFile',
  summary:
    'Replaces the file: customers see the new one alone, the staff also the one before. 409 `conflict` if somebody else was faster.',
  method: 'POST',
  path: `${staffRoot}/published/:kind/:recordid/replacements`,
  access: 'staff',
  role: 'office',
  conditional: true,
  body: Type.Object({
    uploadId: Type.Unsafe<number>({ ...Id, description: 'An upload of the caller.' }),
    reason,
  }),
  reply: PublishedDetail,
})

export const withdrawPublishedFile = endpoint({
  name: 'withdrawPublishedFile',
  summary: 'Takes a file back: no customer finds it any more.',
  method: 'POST',
  path: `${staffRoot}/published/:kind/:recordid/withdrawal`,
  access: 'staff',
  role: 'office',
  conditional: true,
  body: Type.Object({ reason }),
  reply: PublishedDetail,
})

export const restorePublishedFile = endpoint({
  name: 'restorePublishedFile',
  summary: 'Puts a file back that was taken back.',
  method: 'DELETE',
  path: `${staffRoot}/published/:kind/:recordid/withdrawal`,
  access: 'staff',
  role: 'office',
  conditional: true,
  status: 200,
  reply: PublishedDetail,
})
