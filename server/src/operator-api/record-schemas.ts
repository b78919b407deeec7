import { nullable } from '@portico/contract/shapes'
import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import { parents } from '../records/definition/fields.ts'
import type { Kind, ReferenceField } from '../records/definition/record-type.ts'
import { exampleFile, recordExamples } from './record-examples.ts'

// The kinds of an import as the operator API has them: a resource each, under its plural.

const PLURALS: Record<string, string> = { staff: 'staff', documentToSign: 'documentsToSign' }

/** What a kind is called in a path: `tickets`, `serviceCompanies`. */
export const pluralOf = ({ type }: Kind): string =>
  PLURALS[type] ?? (/[^aeiou]y$/.test(type) ? `${type.slice(0, -1)}ies` : `${type}s`)

/** A schema as plain JSON Schema, which is what it is at run time. */
type Json = TSchema & { type?: string; properties?: Record<string, Json>; required?: string[]; items?: Json }

const isFile = (schema: Json): boolean => schema.properties?.path !== undefined

const propertiesOf = ({ schema }: Kind) => (schema as Json).properties ?? {}

/** What a caller never reads back: passwords and the keys of links. */
const isSecret = ({ keyPurpose }: Kind, field: string) =>
  field === 'password' || field === 'passwordHash' || (field === 'key' && keyPurpose !== undefined)

/** The fields of a kind that hold a file, or a list of files. */
export const fileFieldsOf = (kind: Kind): string[] =>
  Object.entries(propertiesOf(kind)).flatMap(([field, schema]) =>
    isFile(schema) || (schema.items && isFile(schema.items)) ? [field] : [],
  )

/** The fields of a record as it is answered, in the order of the documentation. */
export const answeredFields = (kind: Kind): string[] =>
  Object.keys(propertiesOf(kind)).filter(
    field =>
      !['type', 'externalId'].includes(field) &&
      !isSecret(kind, field) &&
      (field !== 'serviceCompany' || kind.parents.some(parent => parent.field === field)),
  )

/** What records of a kind can be listed by: where they stand, and what they belong to. */
export const parentsOf = ({ depth, parents: own }: Kind): ReferenceField[] => {
  const all = [
    ...own.filter(({ field }) => field !== 'serviceCompany'),
    ...(depth === 'contact' ? [parents.contact] : []),
    ...(depth === 'contact' || depth === 'portal' ? [parents.portal] : []),
  ]
  return all.filter((one, n) => all.findIndex(({ field }) => field === one.field) === n)
}

/** What a kind is called in names: `Ticket`. */
export const nameOf = ({ type }: Kind): string => `${type[0]?.toUpperCase()}${type.slice(1)}`

/** The worked example of a kind. */
export const exampleOf = ({ type }: Kind) => {
  const example = recordExamples[type]
  if (!example) throw new Error(`${type} has no example`)
  return example
}

/** The file of a record, as it stands in examples. */
export const exampleFileId = 'Qf0lF1yq3nq9mXvE8fJ2sL'

const exampleUrl = (kind: Kind, externalId: string) =>
  `/api/operator/v1/${pluralOf(kind)}/${externalId}/files/${exampleFileId}`

/** What the example is answered with. */
const answerExample = (kind: Kind): Record<string, unknown> => {
  const { externalId, body, adds } = exampleOf(kind)
  const { path: _path, ...file } = exampleFile
  const answered = { ...file, url: exampleUrl(kind, externalId) }
  const files = Object.fromEntries(
    fileFieldsOf(kind).flatMap(field =>
      body[field] === undefined ? [] : [[field, Array.isArray(body[field]) ? [answered] : answered]],
    ),
  )
  const company = kind.parents.some(({ field }) => field === 'serviceCompany') && { serviceCompany: 'brenta' }
  const given: Record<string, unknown> = { ...company, ...body, ...files, ...adds }
  const fields = answeredFields(kind).map(field => [field, given[field] ?? null])
  return { type: kind.type, externalId, ...Object.fromEntries(fields) }
}

/** A file as a record is written with it: an upload by its `path`, or one that the record has, by its `sha256` or `url`. */
const WrittenFile = Type.Object(
  {
    path: Type.Optional(Type.String({ maxLength: 1000, description: 'An upload: `upload:17`.' })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    sha256: Type.Optional(
      nullable(Type.String({ maxLength: 64, description: 'Keeps the file of the record that has this content.' })),
    ),
    url: Type.Optional(
      Type.String({ maxLength: 2000, description: 'Keeps the file of the record that has this address.' }),
    ),
    size: Type.Optional(Type.Integer()),
    mediaType: Type.Optional(Type.String()),
  },
  {
    title: 'WrittenFile',
    description:
      'A file: `path` names an upload, or the whole answer to the upload stands here, so that the call can be repeated; ' +
      'without `path`, `url` or `sha256` keep one that the record has.',
  },
)

/** A file as it is answered. A picture has no `sha256`. */
const AnsweredFile = Type.Object(
  {
    name: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    mediaType: Type.String(),
    sha256: nullable(Type.String()),
    url: Type.String({ description: 'Read with the API key.' }),
  },
  { title: 'File' },
)

const withFiles = (schema: Json, file: TSchema): Json => {
  if (isFile(schema)) return file as Json
  return schema.items && isFile(schema.items) ? { ...schema, items: file as Json } : schema
}

/** The body that writes a record: its fields, those that may be absent also null. */
export const writeSchema = (kind: Kind): TSchema => {
  const { type: _type, ...properties } = propertiesOf(kind)
  const { body } = exampleOf(kind)
  return {
    title: `${nameOf(kind)}Body`,
    examples: [body],
    type: 'object',
    required: (kind.schema.required ?? []).filter(field => !['type', 'externalId', 'serviceCompany'].includes(field)),
    properties: {
      type: { type: 'string', const: kind.type },
      ...Object.fromEntries(
        Object.entries(properties).map(([field, schema]) => [field, withFiles(schema, WrittenFile)]),
      ),
    },
  } as TSchema
}

/** A record as it is answered: every field present, null where there is nothing. */
export const answerSchema = (kind: Kind): TSchema => {
  const properties = propertiesOf(kind)
  const fields = answeredFields(kind)
  const nullable = (field: string): unknown => {
    const schema = withFiles(properties[field] as Json, AnsweredFile)
    return kind.schema.required?.includes(field) ? schema : { anyOf: [schema, { type: 'null' }] }
  }
  return {
    title: nameOf(kind),
    examples: [answerExample(kind)],
    type: 'object',
    required: ['type', 'externalId', ...fields],
    properties: {
      type: { type: 'string', const: kind.type },
      externalId: { type: 'string' },
      ...Object.fromEntries(fields.map(field => [field, nullable(field)])),
    },
  } as TSchema
}
