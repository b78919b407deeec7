import { type DocumentStatus, documentStatuses } from '@portico/contract/signing'
import { readPhone } from '@portico/contract/values/phone'
import * as Type from 'typebox'
import { sameContact } from '../kernel/access/tenant-joins.ts'
import { cleanFileName } from '../kernel/files/file-name.ts'
import { endOfDay } from '../records/definition/dates.ts'
import { Email, Name, parents, When } from '../records/definition/fields.ts'
import { defineRecordType, NamedFile, Reference } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { dayColumn, fileColumn } from '../records/definition/select-fragments.ts'
import { ImportedEvidence } from './record-evidence.ts'
import { openSigningHooks } from './record-hooks.ts'
import { signingKeyPurpose } from './rules.ts'
import { type SealLevel, sealLevels } from './seal/seal-levels.ts'

/** How well the seal can be verified later: its current PAdES level, the wanted level, and what prevents reaching it. */
const Seal = Type.Object({
  level: Type.Unsafe<SealLevel>({ type: 'string', enum: [...sealLevels], description: 'The PAdES level of the seal.' }),
  wanted: Type.Unsafe<SealLevel>({
    type: 'string',
    enum: [...sealLevels],
    description: 'The level that Portico tries to reach.',
  }),
  problem: Type.Optional(Type.String({ maxLength: 2000, description: 'Why that level is not reached yet.' })),
})

const phoneOf = (text: string | undefined) => {
  if (text === undefined) return null
  return readPhone(text) ?? refuse('phone', 'is not a phone number')
}

const refuse = (field: string, reason: string): never => {
  throw new Refusal(field, reason)
}

/** A document that a person signs with a code by SMS. */
export const signingRecord = defineRecordType({
  type: 'documentToSign',
  table: 'signing_document',
  level: 'contact',
  fields: {
    contact: Reference,
    documentName: Type.Optional(Name),
    file: NamedFile,
    firstName: Name,
    lastName: Name,
    phone: Type.Optional(Type.String({ maxLength: 40 })),
    phoneMayBeTyped: Type.Optional(Type.Boolean()),
    email: Email,
    staff: Type.Optional(Reference),
    message: Type.Optional(Type.String({ maxLength: 2000 })),
    key: Type.Optional(
      Type.String({
        description:
          '22 characters or more, yours alone to know: the link is `/{webPortalKey}/documents/{key}`, and no call answers it.',
      }),
    ),
    sentOn: When,
    validUntil: Type.Optional(When),
    withdrawnReason: Type.Optional(Type.String({ maxLength: 2000 })),
    status: Type.Optional(Type.Unsafe<DocumentStatus>({ type: 'string', enum: [...documentStatuses] })),
    signedOn: Type.Optional(When),
    signedFile: Type.Optional(NamedFile),
    evidenceFile: Type.Optional(NamedFile),
    evidence: Type.Optional(ImportedEvidence),
    seal: Type.Optional(Seal),
  },
  descriptions: {
    documentName: 'The name that the signer sees. Default: the name of the file.',
    file: 'The PDF to sign. It cannot be changed once it is sent.',
    firstName: "The signer's first name.",
    lastName: "The signer's last name.",
    phone: "The signer's phone number, to which the code is sent.",
    phoneMayBeTyped: 'Whether the signer may type another phone number. Default: false.',
    email: "The signer's address, to which the link is mailed on request.",
    staff: 'The externalId of the member of staff who sent it.',
    message: 'What the mail with the link says besides.',
    withdrawnReason: 'Why it was withdrawn; the signer reads it at the link.',
    sentOn: 'When it was sent.',
    validUntil: 'The last day or moment at which it can be signed.',
    status:
      'Its state. A `withdrawn` one can no longer be signed; `signed` takes `signedOn`, and Portico seals the file.',
    signedOn: 'When it was signed; with the status `signed` only.',
    signedFile: 'The sealed file. Taken by the command `portico import` alone.',
    evidenceFile:
      'The evidence as a file of its own, if the document could not hold it. Taken by the command `portico import` alone.',
    evidence:
      'What happened to the document, each entry with a hash that covers the one before. Taken by the command `portico import` alone.',
    seal: 'How long the seal can be verified. Set by Portico.',
  },
  parents: [parents.contact],
  references: [{ field: 'staff', recordType: 'staff', column: 'staff_user_id' }],
  files: [{ field: 'file', column: 'file_id', purpose: 'signing' }],
  keyPurpose: signingKeyPurpose,
  unclearable: ['key', 'status', 'signedOn', 'signedFile', 'evidenceFile', 'evidence', 'seal'],
  removeRefusal: 'A document to sign stays, with its evidence: give it the status "withdrawn" instead.',
  hooks: openSigningHooks,
  reads: {
    validUntil: dayColumn('t.valid_until', { end: true }),
    signedFile: fileColumn('signed_file_id'),
    evidenceFile: fileColumn('evidence_file_id'),
    evidence: `(select json_agg(json_build_object('body', e.body, 'hash', encode(e.hash, 'hex')) order by e.position)
      from signing_evidence e where ${sameContact('e', 't').sql} and e.signing_document_id = t.id)`,
    seal: `case when t.seal_level is not null then json_strip_nulls(json_build_object('level', t.seal_level,
      'wanted', t.seal_wanted, 'problem', t.seal_problem)) end`,
  },
  // The status and its columns are filled once the existing document has been read.
  columns: {
    key_hash: 'bytea',
    sealed_key: 'text',
    document_name: 'text',
    first_name: 'text',
    last_name: 'text',
    phone: 'text',
    phone_may_be_typed: 'boolean',
    email: 'text',
    message: 'text',
    withdrawn_reason: 'text',
    sent_on: 'timestamptz',
    valid_until: 'timestamptz',
    status: 'text',
    signed_on: 'timestamptz',
    signed_file_id: 'bigint',
    evidence_file_id: 'bigint',
    seal_level: 'text',
    seal_wanted: 'text',
    seal_problem: 'text',
  },
  row: (line, at) => {
    const isSigned = line.status === 'signed'
    if (isSigned !== (line.signedOn !== undefined))
      refuse('signedOn', isSigned ? 'is missing' : 'is given, but status is not "signed"')
    const instant = (field: 'sentOn' | 'validUntil' | 'signedOn', text = line[field]) =>
      text === undefined ? null : at.instant(text, field).toISOString()
    return {
      document_name: (line.documentName ?? cleanFileName(line.file.name ?? line.file.path))
        .replace(/\.pdf$/i, '')
        .trim(),
      first_name: line.firstName.trim(),
      last_name: line.lastName.trim(),
      phone: phoneOf(line.phone),
      phone_may_be_typed: line.phoneMayBeTyped ?? false,
      email: line.email ?? null,
      message: line.message?.trim() || null,
      withdrawn_reason: line.withdrawnReason?.trim() || null,
      sent_on: instant('sentOn'),
      valid_until: instant('validUntil', line.validUntil && endOfDay(line.validUntil)),
      status: line.status ?? 'unsigned',
      signed_on: instant('signedOn'),
      seal_level: line.seal?.level ?? null,
      seal_wanted: line.seal?.wanted ?? null,
      seal_problem: line.seal?.problem ?? null,
    }
  },
})
