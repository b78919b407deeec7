import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { Language } from '../language.ts'
import type { Static } from '../schema/static.ts'
import { Attachment, Html, Id, Instant, line, nullable, Upload } from '../shapes.ts'
import { attachmentsMax } from '../tickets.ts'

/**
 * What a canned answer can take from the ticket that it answers, written `{{nome}}`; the names are the same in the texts of all languages.
 * `nome`: the customer's person. `cliente`: the customer. `ticket`: the ticket's number. `titolo`: its title. `tecnico`: who writes.
 * `visita`: when the next visit begins.
 */
export const cannedAnswerFields = ['nome', 'cliente', 'ticket', 'titolo', 'tecnico', 'visita'] as const
export type CannedAnswerField = (typeof cannedAnswerFields)[number]

/** Most characters of a canned answer's HTML in one language. */
export const cannedAnswerMaxLength = 20_000
/** Most canned answers of a service company. */
export const cannedAnswersMax = 300

const texts = (text: typeof Html) =>
  Type.Object(
    { 'it-IT': nullable(text), 'en-EN': nullable(text), 'es-ES': nullable(text) },
    { description: 'The answer in each language, with fields such as `{{nome}}`; null: not in this language.' },
  )

/** A text that the staff answer with again and again. */
export const CannedAnswer = Type.Object({
  id: Id,
  name: Type.String(),
  shortcut: Type.String({ description: 'What is typed behind `/`: lower case, unique in the company.' }),
  portalId: nullable(
    Type.Unsafe<number>({ ...Id, description: 'The portal whose tickets it is for; null: every portal.' }),
  ),
  texts: texts(Html),
  files: Type.Array(Attachment, { description: 'The files that go with it, in their order.' }),
  changedOn: Instant,
  version: Type.String({
    description: 'Names this state: sent as `If-Match`, a change is refused if another was faster.',
  }),
  editable: Type.Boolean({ description: 'Whether the caller may change and remove it.' }),
})
export type CannedAnswer = Static<typeof CannedAnswer>

const Text = Type.Optional(nullable(Type.String({ maxLength: cannedAnswerMaxLength })))
const written = {
  name: line(120),
  shortcut: Type.String({
    maxLength: 41,
    description: 'Letters, digits and hyphens, with or without the `/`. Upper case and accents are folded.',
  }),
  portalId: Type.Optional(
    nullable(
      Type.Unsafe<number>({ ...Id, description: 'Null: every portal, for accounts that work for all of them.' }),
    ),
  ),
  texts: Type.Object(
    { 'it-IT': Text, 'en-EN': Text, 'es-ES': Text },
    { description: 'HTML of the allow-list; at least one language has content.' },
  ),
  files: Type.Optional(
    Type.Array(Id, {
      maxItems: attachmentsMax,
      uniqueItems: true,
      description: 'Ids of uploads for canned answers and, in a change, of files that it has.',
    }),
  ),
}

export const listCannedAnswers = endpoint({
  name: 'listCannedAnswers',
  summary: 'The canned answers of every portal and of those that the caller works for, by name.',
  method: 'GET',
  path: `${staffRoot}/canned-answers`,
  access: 'staff',
  reply: Type.Array(CannedAnswer),
})

export const createCannedAnswer = endpoint({
  name: 'createCannedAnswer',
  summary: 'Makes a canned answer. 409 `conflict` if another one has the shortcut.',
  method: 'POST',
  path: `${staffRoot}/canned-answers`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: Type.Object(written),
  reply: CannedAnswer,
})

export const changeCannedAnswer = endpoint({
  name: 'changeCannedAnswer',
  summary: 'Changes what is named; of the texts, the languages that are named.',
  description:
    '`If-Match` with the `version` that was read. 409 `conflict`, at `body.shortcut` if another one has the shortcut.',
  method: 'PATCH',
  path: `${staffRoot}/canned-answers/:cannedanswerid`,
  access: 'staff',
  role: 'office',
  body: Type.Partial(Type.Object(written)),
  reply: CannedAnswer,
})

export const removeCannedAnswer = endpoint({
  name: 'removeCannedAnswer',
  summary: 'Removes a canned answer with its files. Answers that were written with it stay.',
  method: 'DELETE',
  path: `${staffRoot}/canned-answers/:cannedanswerid`,
  access: 'staff',
  role: 'office',
})

export const uploadCannedAnswerFile = endpoint({
  name: 'uploadCannedAnswerFile',
  summary: 'Takes a file for a canned answer; its id is used once, within 24 hours.',
  method: 'POST',
  path: `${staffRoot}/canned-answers/uploads`,
  access: 'staff',
  role: 'office',
  status: 201,
  upload: true,
  reply: Upload,
})

/** A canned answer made ready for a ticket. */
export const FilledCannedAnswer = Type.Object({
  message: Type.Unsafe<string>({ ...Html, description: 'The text with its fields filled in.' }),
  language: Type.Unsafe<Language>({ ...Language, description: 'The language of the text.' }),
  unresolved: Type.Array(Type.String(), {
    description:
      'Names of fields that stand in the text as written: unknown ones, and those that the ticket has nothing for.',
  }),
  attachments: Type.Array(Upload, {
    description:
      "Its files as the caller's new uploads for the ticket's customer, to be named by an answer, a note or a draft.",
  }),
})
export type FilledCannedAnswer = Static<typeof FilledCannedAnswer>

export const fillCannedAnswer = endpoint({
  name: 'fillCannedAnswer',
  summary:
    "Makes a canned answer ready for a ticket: in the language of the customer's person, with its fields filled in and its files as uploads.",
  method: 'POST',
  path: `${staffRoot}/tickets/:ticketid/canned-answers/:cannedanswerid`,
  access: 'staff',
  body: Type.Object({
    language: Type.Optional(
      Type.Unsafe<Language>({ ...Language, description: "Another language than that of the customer's person." }),
    ),
  }),
  reply: FilledCannedAnswer,
})
