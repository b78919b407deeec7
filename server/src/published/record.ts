import * as Type from 'typebox'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { When } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference, type ReferenceField } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { instantColumn } from '../records/definition/select-fragments.ts'
import { staffReference } from '../tickets/record.ts'
import { openFormerFileHooks } from './record-hooks.ts'

/** The kinds of records that have a history, which are the names of their types, and their tables. */
const tables = {
  invoice: 'invoice',
  estimate: 'estimate',
  report: 'activity_report',
  document: 'document',
  publicFile: 'public_file',
  documentToSign: 'signing_document',
} as const

type Kind = keyof typeof tables
const kinds = Object.keys(tables) as Kind[]

/** What the staff do with a published file, and with a document to sign. */
const acts = ['published', 'changed', 'replaced', 'withdrawn', 'restored', 'sent', 'reminded', 'extended'] as const

const ownerReferences: ReferenceField[] = kinds.map(kind => ({
  field: kind,
  recordType: kind,
  column: 'record_id',
  when: `t.kind = '${kind}'`,
}))

const readOwner = (kind: Kind) => `(select r.external_id from ${tables[kind]} r
  where ${sameCompany('r', 't').sql} and t.kind = '${kind}' and r.id = t.record_id)`

const owners = {
  invoice: Type.Optional(Reference),
  estimate: Type.Optional(Reference),
  report: Type.Optional(Reference),
  document: Type.Optional(Reference),
  publicFile: Type.Optional(Reference),
  documentToSign: Type.Optional(Reference),
}

const Text = Type.Optional(Type.String({ maxLength: 2000 }))

/** An entry of the history of a published file or a document to sign: what the staff have done with it. */
export const publicationChange = defineRecordType({
  type: 'publicationChange',
  table: 'publication_change',
  level: 'portal',
  fields: {
    ...owners,
    what: Type.Unsafe<(typeof acts)[number]>({ type: 'string', enum: [...acts] }),
    at: When,
    staff: Type.Optional(Reference),
    reason: Text,
    fields: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ maxLength: 100, description: 'The name of the field.' }),
          before: Type.Optional(
            Type.String({ maxLength: 2000, description: 'Its value before; absent where it had none.' }),
          ),
          after: Type.Optional(
            Type.String({ maxLength: 2000, description: 'Its value since; absent where it has none.' }),
          ),
        }),
        { maxItems: 20 },
      ),
    ),
    formerFile: Type.Optional(NamedFile),
  },
  descriptions: {
    invoice: 'The externalId of the invoice. An entry is of one record.',
    estimate: 'The externalId of the estimate.',
    report: 'The externalId of the report.',
    document: 'The externalId of the company file.',
    publicFile: 'The externalId of the file of the whole portal.',
    documentToSign: 'The externalId of the document to sign.',
    what: 'What was done; `sent`, `reminded` and `extended` of a document to sign.',
    at: 'When it was done.',
    staff: 'The externalId of the member of staff who did it.',
    reason: 'Why. Only the staff read it.',
    fields: 'What a change has changed.',
    formerFile:
      'The file that was replaced. Only the staff read it. An entry keeps the one with which it was written, named again or not.',
  },
  parents: ownerReferences,
  references: [staffReference],
  readsExisting: { what: 't.what' },
  unclearable: ['formerFile'],
  parts: [{ table: 'former_file', column: 'publication_change_id' }],
  slowFields: ['formerFile'],
  hooks: openFormerFileHooks,
  reads: {
    ...Object.fromEntries(kinds.map(kind => [kind, readOwner(kind)])),
    at: instantColumn('t.at'),
    fields: `t.detail -> 'fields'`,
    formerFile: `(select json_build_object('name', f.name, 'size', f.size, 'mediaType', f.media_type,
      'sha256', encode(f.sha256, 'hex'), 'storageKey', f.storage_key) from former_file f
      where ${sameCompany('f', 't').sql} and f.publication_change_id = t.id)`,
  },
  columns: {
    kind: 'text',
    record_id: 'bigint',
    what: 'text',
    at: 'timestamptz',
    reason: 'text',
    detail: 'jsonb',
  },
  row: (line, at) => {
    const named = kinds.filter(kind => line[kind] !== undefined)
    const [kind] = named
    const owner = kind && at.referenced[kind]
    if (!kind || !owner || named.length > 1) throw new Refusal(named[1] ?? 'invoice', 'is a second record of one entry')
    if (line.formerFile && line.what !== 'replaced')
      throw new Refusal('formerFile', 'is given, but what is not "replaced"')
    return {
      kind,
      record_id: owner.id,
      what: line.what,
      at: at.instant(line.at, 'at').toISOString(),
      reason: line.reason?.trim() || null,
      detail: line.fields?.length
        ? { fields: line.fields.map(({ field, before = null, after = null }) => ({ field, before, after })) }
        : null,
    }
  },
})
