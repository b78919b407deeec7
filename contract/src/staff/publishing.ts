import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { euro, Id, Instant, Link, line, nullable } from '../shapes.ts'

/** What a file can be published as. A credit note is an invoice with a negative total. */
export const publishKinds = [
  'invoice',
  'creditNote',
  'estimate',
  'report',
  'document',
  'publicFile',
  'documentToSign',
] as const
/** One of {@link publishKinds}. */
export type PublishKind = (typeof publishKinds)[number]

/** Why a file is not taken. `published`: it is there already; `waiting`: it stands in the list already. */
export const publishRefusals = [
  'program',
  'otherContent',
  'empty',
  'tooLarge',
  'broken',
  'encrypted',
  'tooMuch',
  'tooManyInvoices',
  'changedSinceSigned',
  'signature',
  'noInvoice',
  'incomplete',
  'currency',
  'published',
  'waiting',
] as const
/** One of {@link publishRefusals}. */
export type PublishRefusal = (typeof publishRefusals)[number]

/** What a row lacks before it can be published. `confirmation`: somebody has to look at what was guessed. */
export const publishNeeds = [
  'kind',
  'customer',
  'portal',
  'number',
  'date',
  'total',
  'title',
  'signers',
  'confirmation',
  'mismatch',
] as const
/** One of {@link publishNeeds}. */
export type PublishNeed = (typeof publishNeeds)[number]

/** How a customer was found. */
export const publishFinds = ['vatNumber', 'fiscalCode', 'name', 'ticket'] as const
/** One of {@link publishFinds}. */
export type PublishFind = (typeof publishFinds)[number]

/** The fields of a row that may have been guessed. */
export const guessedFields = ['kind', 'customer', 'number', 'date', 'total'] as const
/** One of {@link guessedFields}. */
export type GuessedField = (typeof guessedFields)[number]

/** Most rows of an account that wait to be published. */
export const publishItemsMax = 500
/** Most rows that are published by one call. */
export const publishBatchMax = 200
/** How long what was published can be taken back, in minutes; mails about it leave after that. */
export const undoMinutes = 10
/** For how many days a row is kept that nobody publishes. */
export const publishKeptDays = 7
/** Most people who sign a document, each a copy of their own. */
export const signersMax = 10
/** Most days that a document can be signed for. */
export const signDaysMax = 365

const oneOf = <Name extends string>(names: readonly Name[], description: string) =>
  Type.Unsafe<Name>({ type: 'string', enum: [...names], description })

const day = (description: string) => Type.String({ format: 'date', description })

/** A portal of the company, with what its mark shows. */
const Portal = Type.Object(
  {
    id: Id,
    webPortalKey: Type.String({ description: 'Its name in addresses.' }),
    name: Type.String({ description: 'Its name.' }),
    baseColor: Type.String({ description: 'Its colour.' }),
  },
  { description: 'The portal.' },
)

/** A customer to publish to. */
export const PublishCustomer = Type.Object({
  id: Id,
  companyName: Type.String({ description: "The customer's name." }),
  portal: Portal,
})
/** See {@link PublishCustomer}. */
export type PublishCustomer = Static<typeof PublishCustomer>

const Party = Type.Object({
  name: Type.String({ description: 'The name.' }),
  vatNumber: nullable(Type.String({ description: 'The VAT number as written.' })),
  fiscalCode: nullable(Type.String({ description: 'The tax code as written.' })),
})

/** What an electronic invoice says. */
const ReadInvoice = Type.Object({
  documentType: Type.String({ description: 'The type of the document, such as `TD01`.' }),
  supplier: Party,
  client: Party,
  dueOn: nullable(day('When the first payment is due.')),
  payment: nullable(Type.String({ description: 'How it is paid, such as `MP05`.' })),
  iban: nullable(Type.String({ description: 'Where it is paid to.' })),
})

/** A row of the list: a file, or one of the invoices in it, with what it will be published as. */
export const PublishItem = Type.Object({
  id: Id,
  version: Type.String({ description: 'Names what the row says, for `If-Match` in quotes.' }),
  state: oneOf(['open', 'refused', 'published'] as const, 'Whether it waits, is not taken, or is published.'),
  fileName: Type.String({ description: 'The name of the file.' }),
  size: nullable(Type.Integer({ description: 'The size of the file in bytes; null if it was not read to its end.' })),
  pages: nullable(Type.Integer({ description: 'How many pages a PDF has.' })),
  url: nullable(
    Type.Unsafe<string>({ ...Link, description: 'The document as the customer will see it; null if it was not kept.' }),
  ),
  originalUrl: nullable(Type.Unsafe<string>({ ...Link, description: 'The electronic original of an invoice.' })),
  inline: Type.Boolean({ description: 'Whether the document can be shown in a frame.' }),
  electronic: Type.Boolean({
    description: 'Whether it comes from an electronic invoice, which says its number, date and total itself.',
  }),
  signature: nullable(
    Type.Object(
      {
        expired: Type.Boolean({ description: 'Whether the certificate of a signer was no longer valid.' }),
        selfSigned: Type.Boolean({ description: 'Whether nobody else vouches for a signer.' }),
      },
      { description: 'The signature of an electronic invoice, which holds; null without one.' },
    ),
  ),
  kind: nullable(oneOf(publishKinds, 'What it is published as.')),
  customer: nullable(PublishCustomer),
  portal: nullable(Portal),
  foundBy: nullable(oneOf(publishFinds, 'How the customer was found; null if somebody chose it.')),
  choices: Type.Array(PublishCustomer, { description: 'The customers among whom somebody has to choose.' }),
  number: nullable(Type.String({ description: 'Its number.' })),
  date: nullable(day('Its day.')),
  total: nullable(euro('invoice', 'The total in euro; negative for a credit note.')),
  title: nullable(Type.String({ description: 'The name that customers see.' })),
  ticket: nullable(
    Type.Object(
      {
        id: Id,
        ticketNumber: Type.Integer({ description: 'The number of the ticket.' }),
        title: Type.String({ description: 'The title of the ticket.' }),
      },
      { description: 'The ticket of a report.' },
    ),
  ),
  signers: Type.Array(
    Type.Object({
      webUserId: Id,
      name: Type.String({ description: 'The name of the person.' }),
      email: nullable(Type.String({ description: 'Where the link goes.' })),
      phone: nullable(Type.String({ description: 'Where the code goes.' })),
    }),
    { description: 'Who signs a document, each a copy of their own.' },
  ),
  signDays: Type.Integer({ description: 'For how many days it can be signed.' }),
  guessed: Type.Array(oneOf(guessedFields, 'A field.'), { description: 'What was guessed and nobody has looked at.' }),
  needs: Type.Array(oneOf(publishNeeds, 'What is missing.'), {
    description: 'What it lacks before it can be published.',
  }),
  held: Type.Boolean({ description: 'Whether somebody has taken its tick away.' }),
  mismatch: nullable(
    Type.Object(
      {
        name: nullable(Type.String({ description: 'The customer that the file names.' })),
        number: nullable(Type.String({ description: 'The VAT number or tax code in the file.' })),
      },
      { description: 'What in the file contradicts the chosen customer, whether or not somebody has confirmed it.' },
    ),
  ),
  read: nullable(ReadInvoice),
  refusal: nullable(
    Type.Object(
      {
        code: oneOf(publishRefusals, 'Why it is not taken.'),
        field: nullable(Type.String({ description: 'The element of an electronic invoice that is at fault.' })),
        customer: nullable(
          Type.String({ description: 'For whom it is published already, within the reach of the caller.' }),
        ),
        mayRepeat: Type.Boolean({ description: 'Whether it may be published once more, such as to another customer.' }),
      },
      { description: 'Why it is not taken.' },
    ),
  ),
  batchId: nullable(Type.Unsafe<number>({ ...Id, description: 'With what it was published.' })),
})
/** See {@link PublishItem}. */
export type PublishItem = Static<typeof PublishItem>

/** What was published together, and can be taken back together. */
export const PublishBatch = Type.Object({
  id: Id,
  publishedOn: Type.Unsafe<string>({ ...Instant, description: 'When it was published.' }),
  undoUntil: Type.Unsafe<string>({ ...Instant, description: 'Until when it can be taken back.' }),
  notify: Type.Boolean({ description: 'Whether customers are mailed once it can no longer be taken back.' }),
  count: Type.Integer({ description: 'How many rows are published with it.' }),
})
/** See {@link PublishBatch}. */
export type PublishBatch = Static<typeof PublishBatch>

const publishRoot = `${staffRoot}/publish` as const

export const readPublishList = endpoint({
  name: 'readPublishList',
  summary: 'The rows of the caller that wait to be published, oldest first, and what can still be taken back.',
  method: 'GET',
  path: publishRoot,
  access: 'staff',
  role: 'office',
  reply: Type.Object({
    items: Type.Array(PublishItem, { description: 'The rows that wait or were not taken.' }),
    batches: Type.Array(PublishBatch, { description: 'What can be taken back, newest first.' }),
  }),
})

export const uploadPublishFile = endpoint({
  name: 'uploadPublishFile',
  summary: 'Takes a file and reads it: answers its rows, one, or one for each invoice in it.',
  description:
    'An electronic invoice (FatturaPA, plain or signed) and a PDF are read in a process of their own, with limits of time and memory. A ' +
    'file that is not taken is a row too, which says why.',
  method: 'POST',
  path: `${publishRoot}/files`,
  access: 'staff',
  role: 'office',
  status: 201,
  upload: true,
  reply: Type.Array(PublishItem),
})

const changes = {
  kind: Type.Optional(oneOf(publishKinds, 'What it is published as.')),
  customerId: Type.Optional(nullable(Type.Unsafe<number>({ ...Id, description: 'The customer.' }))),
  portalId: Type.Optional(nullable(Type.Unsafe<number>({ ...Id, description: 'The portal of a public file.' }))),
  number: Type.Optional(line(100)),
  date: Type.Optional(day('Its day.')),
  total: Type.Optional({ ...euro('invoice', 'The total in euro.'), minimum: -1e9, maximum: 1e9 }),
  title: Type.Optional(line(200)),
  ticketId: Type.Optional(nullable(Type.Unsafe<number>({ ...Id, description: 'The ticket of a report.' }))),
  signerIds: Type.Optional(
    Type.Array(Id, { maxItems: signersMax, uniqueItems: true, description: 'Web users of the customer who sign.' }),
  ),
  signDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: signDaysMax, description: 'For how many days it can be signed.' }),
  ),
  held: Type.Optional(Type.Boolean({ description: 'Whether it stays behind when the others are published.' })),
  confirmed: Type.Optional(
    Type.Literal(true, { description: 'Somebody has looked at what was guessed, and at the customer.' }),
  ),
  again: Type.Optional(Type.Literal(true, { description: 'Take a file that is published already once more.' })),
}

export const changePublishItem = endpoint({
  name: 'changePublishItem',
  summary: 'Corrects a row: what is named is no longer a guess. 409 `conflict` if it is published.',
  description:
    'Number, date, total and kind of an electronic invoice are those in the file and cannot be changed. With `If-Match` it is `conflict` if ' +
    'the row says something else by now, as after a correction in another tab.',
  method: 'PATCH',
  path: `${publishRoot}/items/:itemid`,
  access: 'staff',
  role: 'office',
  body: Type.Object(changes),
  reply: PublishItem,
})
/** The body of {@link changePublishItem}. */
export type PublishItemChange = Static<NonNullable<(typeof changePublishItem)['body']>>

export const removePublishItems = endpoint({
  name: 'removePublishItems',
  summary: 'Takes rows off the list, with their files. What is published stays.',
  method: 'POST',
  path: `${publishRoot}/items/removal`,
  access: 'staff',
  role: 'office',
  body: Type.Object({
    itemIds: Type.Array(Id, {
      minItems: 1,
      maxItems: publishItemsMax,
      uniqueItems: true,
      description: 'The rows of the caller; others are left alone.',
    }),
  }),
})

/** What a customer will see of a row. */
export const PublishPreview = Type.Object({
  portal: nullable(Portal),
  rows: Type.Array(
    Type.Object({
      name: Type.String({ description: 'The number or name.' }),
      date: nullable(day('Its day.')),
      total: nullable(euro('invoice', 'The total in euro.')),
    }),
    { description: "The newest rows of the customer's list, without the new one." },
  ),
  readers: Type.Array(Type.String(), { description: 'Up to 20 names of people who will see it.' }),
  readerCount: Type.Integer({ description: 'How many people will see it.' }),
  people: Type.Array(
    Type.Object({
      webUserId: Id,
      name: Type.String({ description: 'The name of the person.' }),
      email: nullable(Type.String({ description: 'Their e-mail address.' })),
      phone: nullable(Type.String({ description: 'Their phone number.' })),
    }),
    { description: 'People of the customer who can be asked to sign.' },
  ),
  tickets: Type.Array(
    Type.Object({
      id: Id,
      ticketNumber: Type.Integer({ description: 'The number of the ticket.' }),
      title: Type.String({ description: 'The title of the ticket.' }),
    }),
    { description: "The customer's newest tickets, for a report." },
  ),
})
/** See {@link PublishPreview}. */
export type PublishPreview = Static<typeof PublishPreview>

export const readPublishPreview = endpoint({
  name: 'readPublishPreview',
  summary: "The customer's list as it stands, who will see the row, and whom it can be addressed to.",
  method: 'GET',
  path: `${publishRoot}/items/:itemid/preview`,
  access: 'staff',
  role: 'office',
  reply: PublishPreview,
})

export const readPublishFile = endpoint({
  name: 'readPublishFile',
  summary: 'A file of the list, for the session that its URL was made for.',
  method: 'GET',
  path: `${publishRoot}/files/:fileid/:name`,
  access: 'staff',
  role: 'office',
  query: Type.Object({ n: Type.String({ description: 'The session, as in the URL that a call answered.' }) }),
  raw: 'application/octet-stream',
})

/** What became of a row. `already`: it was published before, by somebody else or by the same click. */
export const publishOutcomes = ['published', 'already', 'notReady', 'refused'] as const

export const publishItems = endpoint({
  name: 'publishItems',
  summary: 'Publishes rows, each in a transaction of its own, and says what became of each.',
  description:
    'A row is published once, however often and by whomever it is asked for: an electronic invoice by its supplier, number, date and type, ' +
    'any other file by its bytes, kind and customer. With `notify`, each person who may see something new gets one mail, once it can no ' +
    'longer be taken back. Whoever signs a document is mailed the link at once.',
  method: 'POST',
  path: `${publishRoot}/batches`,
  access: 'staff',
  role: 'office',
  body: Type.Object({
    itemIds: Type.Array(Id, {
      minItems: 1,
      maxItems: publishBatchMax,
      uniqueItems: true,
      description: 'The rows.',
    }),
    notify: Type.Boolean({ description: 'Whether customers are mailed.' }),
  }),
  reply: Type.Object({
    batch: nullable(PublishBatch),
    outcomes: Type.Array(
      Type.Object({
        itemId: Id,
        outcome: oneOf(publishOutcomes, 'What became of it.'),
        reason: nullable(Type.String({ description: 'Why it was refused, in English.' })),
      }),
      { description: 'What became of each row.' },
    ),
  }),
})

/** What is taken back, and who has seen it. */
export const PublishOpening = Type.Object({
  itemId: Id,
  name: Type.String({ description: 'The number or name.' }),
  customer: nullable(Type.String({ description: "The customer's name." })),
  openedBy: Type.Array(Type.String({ description: 'A name.' }), {
    description: 'Who has opened the file since it was published.',
  }),
  signedBy: Type.Array(Type.String({ description: 'A name.' }), {
    description: 'Who has signed it already: such a document stays.',
  }),
})
/** See {@link PublishOpening}. */
export type PublishOpening = Static<typeof PublishOpening>

export const readPublishOpenings = endpoint({
  name: 'readPublishOpenings',
  summary: 'What was published together, and who has opened which file of it.',
  method: 'GET',
  path: `${publishRoot}/batches/:batchid/openings`,
  access: 'staff',
  role: 'office',
  reply: Type.Array(PublishOpening),
})

export const undoPublishing = endpoint({
  name: 'undoPublishing',
  summary: 'Takes back what was published together; its rows wait again. 409 `too_late` after ten minutes.',
  description:
    'Each row is taken back in a transaction of its own. What has been signed, replaced or removed meanwhile stays as it is. A document to ' +
    'sign is withdrawn, with its evidence.',
  method: 'POST',
  path: `${publishRoot}/batches/:batchid/undo`,
  access: 'staff',
  role: 'office',
  reply: Type.Object({
    outcomes: Type.Array(
      Type.Object({
        itemId: Id,
        outcome: oneOf(['undone', 'kept'] as const, 'Whether it was taken back.'),
      }),
      { description: 'What became of each row.' },
    ),
  }),
})
