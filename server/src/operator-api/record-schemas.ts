import { exampleFile } from '@portico/contract/operator/records'
import { nullable } from '@portico/contract/shapes'
import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import { parents } from '../records/definition/fields.ts'
import type { RecordType, ReferenceField } from '../records/definition/record-type.ts'
import { recordExamples } from './record-examples.ts'

// The record types as resources of the operator API, each under its plural.

const PLURALS: Record<string, string> = { staff: 'staff', documentToSign: 'documentsToSign' }

/** The plural of a record type in paths: `tickets`, `serviceCompanies`. */
export const pluralOf = ({ type }: RecordType): string =>
  PLURALS[type] ?? (/[^aeiou]y$/.test(type) ? `${type.slice(0, -1)}ies` : `${type}s`)

/** A schema as plain JSON Schema, which is what it is at run time. */
type Json = TSchema & { type?: string; properties?: Record<string, Json>; required?: string[]; items?: Json }

const isFile = (schema: Json): boolean => schema.properties?.path !== undefined

const propertiesOf = ({ schema }: RecordType) => (schema as Json).properties ?? {}

/** Fields that the API never returns: passwords and the keys of links. */
const isSecret = ({ keyPurpose }: RecordType, field: string) =>
  field === 'password' || field === 'passwordHash' || (field === 'key' && keyPurpose !== undefined)

/** The fields of a record type that hold a file or a list of files. */
export const fileFieldsOf = (recordType: RecordType): string[] =>
  Object.entries(propertiesOf(recordType)).flatMap(([field, schema]) =>
    isFile(schema) || (schema.items && isFile(schema.items)) ? [field] : [],
  )

/** The fields of a record in replies, in the order of the documentation. */
export const answeredFields = (recordType: RecordType): string[] =>
  Object.keys(propertiesOf(recordType)).filter(
    field =>
      !['type', 'externalId'].includes(field) &&
      !isSecret(recordType, field) &&
      (field !== 'serviceCompany' || recordType.parents.some(parent => parent.field === field)),
  )

/** The references by which records of a type can be listed: contact and portal, what they belong to, and what they refer to. */
export const filtersOf = ({ level, parents: own, references = [] }: RecordType): ReferenceField[] => {
  const all = [
    ...own.filter(({ field }) => field !== 'serviceCompany'),
    ...(level === 'contact' ? [parents.contact] : []),
    ...(level === 'contact' || level === 'portal' ? [parents.portal] : []),
    ...references,
  ]
  return all.filter((one, n) => all.findIndex(({ field }) => field === one.field) === n)
}

/** The name of a record type in endpoint names: `Ticket`. */
export const nameOf = ({ type }: RecordType): string => `${type[0]?.toUpperCase()}${type.slice(1)}`

/** The example of a record type; throws if there is none. */
export const exampleOf = ({ type }: RecordType) => {
  const example = recordExamples[type]
  if (!example) throw new Error(`${type} has no example`)
  return example
}

/** The id of a record's file in examples. */
export const exampleFileId = 'Qf0lF1yq3nq9mXvE8fJ2sL'

const exampleUrl = (recordType: RecordType, externalId: string) =>
  `/api/operator/v1/${pluralOf(recordType)}/${externalId}/files/${exampleFileId}`

/** The time of the last change of records in examples. */
export const exampleChangedAt = '2026-03-02T08:30:00.000Z'

/** The reply of the example. */
const answerExample = (recordType: RecordType): Record<string, unknown> => {
  const { externalId, body, adds } = exampleOf(recordType)
  const { path: _path, ...file } = exampleFile
  const answered = { ...file, url: exampleUrl(recordType, externalId) }
  const files = Object.fromEntries(
    fileFieldsOf(recordType).flatMap(field =>
      body[field] === undefined ? [] : [[field, Array.isArray(body[field]) ? [answered] : answered]],
    ),
  )
  const company = recordType.parents.some(({ field }) => field === 'serviceCompany') && { serviceCompany: 'brenta' }
  const given: Record<string, unknown> = { ...company, ...body, ...files, ...adds }
  const fields = [...answeredFields(recordType), ...Object.keys(recordType.computed ?? {})].map(field => [
    field,
    given[field] ?? null,
  ])
  return { type: recordType.type, externalId, ...Object.fromEntries(fields), changedAt: exampleChangedAt }
}

/** A file in a body: an upload by its `path`, or a file that the record has by its `sha256` or `url`. */
const WrittenFile = Type.Object(
  {
    path: Type.Optional(Type.String({ maxLength: 1000, description: 'An upload: `upload:17`.' })),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'The name that customers see. Default: that of the upload.',
      }),
    ),
    sha256: Type.Optional(
      nullable(Type.String({ maxLength: 64, description: 'Keeps the file of the record that has this content.' })),
    ),
    url: Type.Optional(
      Type.String({ maxLength: 2000, description: 'Keeps the file of the record that has this address.' }),
    ),
    size: Type.Optional(Type.Integer({ description: 'Bytes. Ignored: it is measured.' })),
    mediaType: Type.Optional(Type.String({ description: 'The media type. Ignored: it is detected.' })),
  },
  {
    title: 'WrittenFile',
    description:
      'A file: `path` names an upload, or the whole answer to the upload stands here, so that the call can be repeated; ' +
      'without `path`, `url` or `sha256` keep one that the record has.',
  },
)

/** A file in a reply. A picture has no `sha256`. */
const AnsweredFile = Type.Object(
  {
    name: Type.String({ description: 'The name that customers see.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    mediaType: Type.String({ description: 'The media type.' }),
    sha256: nullable(Type.String({ description: 'The SHA-256 of the content in hex; null for a picture.' })),
    url: Type.String({ description: 'Read with the API key.' }),
  },
  { title: 'File' },
)

const withFiles = (schema: Json, file: TSchema): Json => {
  // Beside a reference to a schema, a description is that of the field.
  if (isFile(schema))
    return { allOf: [file], description: (schema as { description?: string }).description } as unknown as Json
  return schema.items && isFile(schema.items) ? { ...schema, items: file as Json } : schema
}

const ChangedAt = Type.String({
  format: 'date-time',
  description: 'When the record was last changed, also by customers; lists are sorted by it.',
})

/** The schemas of the fields of a reply that cannot be written. */
export const readOnlyFields = ({ computed = {} }: RecordType): Record<string, TSchema> => ({
  ...Object.fromEntries(Object.entries(computed).map(([field, { schema }]) => [field, { ...schema, readOnly: true }])),
  changedAt: { ...ChangedAt, readOnly: true } as TSchema,
})

/** The schema of the body that writes a record: its fields; optional ones may also be null. Those that cannot be written are ignored. */
export const writeSchema = (recordType: RecordType): TSchema => {
  const { type: _type, ...properties } = propertiesOf(recordType)
  const { body } = exampleOf(recordType)
  return {
    title: `${nameOf(recordType)}Body`,
    examples: [body],
    type: 'object',
    required: (recordType.schema.required ?? []).filter(
      field => !['type', 'externalId', 'serviceCompany'].includes(field),
    ),
    properties: {
      type: { type: 'string', const: recordType.type, description: 'The type of the record. May be omitted.' },
      ...Object.fromEntries(
        Object.entries(properties).map(([field, schema]) => [field, withFiles(schema, WrittenFile)]),
      ),
      ...readOnlyFields(recordType),
    },
  } as TSchema
}

/** Whether null in a merge patch clears a field: it is optional, and omitting it does not leave it as it is. */
export const isClearable = ({ schema, unclearable = [] }: RecordType, field: string): boolean =>
  Object.hasOwn(schema.properties, field) &&
  !schema.required?.includes(field) &&
  !unclearable.includes(field) &&
  !['type', 'externalId', 'serviceCompany'].includes(field)

const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] }) as unknown as Json

/** The schema of a merge patch of a nested object: no field is required, and optional ones may be null. */
const partial = (schema: Json): Json => {
  if (!schema.properties || schema === WrittenFile) return schema
  const { required = [], properties, ...rest } = schema
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    required.includes(name) ? field : orNull(field),
  ])
  return { ...rest, properties: Object.fromEntries(fields) } as Json
}

/** The schema of the body that changes a record: any of its fields; null clears one that is optional. */
export const patchSchema = (recordType: RecordType): TSchema => {
  const { properties = {} } = writeSchema(recordType) as Json
  const { changes } = exampleOf(recordType)
  const readOnly = readOnlyFields(recordType)
  return {
    title: `${nameOf(recordType)}Patch`,
    examples: [changes],
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([field, schema]) =>
        Object.hasOwn(readOnly, field)
          ? []
          : [[field, isClearable(recordType, field) ? orNull(partial(schema)) : partial(schema)]],
      ),
    ),
  } as unknown as TSchema
}

/** The schema of a record in a reply: every field is present, null if empty. */
export const answerSchema = (recordType: RecordType): TSchema => {
  const properties = propertiesOf(recordType)
  const fields = answeredFields(recordType)
  const nullable = (field: string): unknown => {
    const schema = withFiles(properties[field] as Json, AnsweredFile)
    return recordType.schema.required?.includes(field) ? schema : { anyOf: [schema, { type: 'null' }] }
  }
  return {
    title: nameOf(recordType),
    examples: [answerExample(recordType)],
    type: 'object',
    required: ['type', 'externalId', ...fields, ...Object.keys(readOnlyFields(recordType))],
    properties: {
      type: { type: 'string', const: recordType.type, description: 'The type of the record.' },
      externalId: { type: 'string', description: "The company's own name for the record." },
      ...Object.fromEntries(fields.map(field => [field, nullable(field)])),
      ...readOnlyFields(recordType),
    },
  } as TSchema
}
