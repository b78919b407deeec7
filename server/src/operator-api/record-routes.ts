import { type Endpoint, operatorRoot } from '@portico/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import type { User } from '../auth/account-queries.ts'
import { sendFile } from '../files/send-file.ts'
import type { OperatorScope } from '../kernel/access/api-key-scope.ts'
import { type Db, empty, raw, type Sql, sql } from '../kernel/database/db.ts'
import { answerPage, readPage } from '../kernel/database/pagination.ts'
import { fail, failAt } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { originOf } from '../kernel/security/security-log.ts'
import { readInstant } from '../records/definition/dates.ts'
import type { RecordType } from '../records/definition/record-type.ts'
import { Refusal } from '../records/definition/refusal.ts'
import { readRecordPage, readRecords, recordOrder } from '../records/read/read-records.ts'
import { etagOf, type Precondition } from '../records/read/record-etag.ts'
import { recordTypes, requireRecordType } from '../records/registry.ts'
import { findWithin } from '../records/resolve/resolve-references.ts'
import type { Seal } from '../signing/seal/seal.ts'
import { deleteRecord } from './delete-record.ts'
import { answerOf, fileId, filesIn, recordUrl } from './record-answer.ts'
import {
  answerSchema,
  exampleFileId,
  exampleOf,
  fileFieldsOf,
  filtersOf,
  nameOf,
  patchSchema,
  pluralOf,
  writeSchema,
} from './record-schemas.ts'
import { failNotFound, tenantScopeOf } from './record-transaction.ts'
import { patchRecord, putRecord } from './write-record.ts'

const defaultSort = 'changedAt'

type ListQuery = { limit?: number; cursor?: string; changedSince?: string } & Record<string, unknown>

const listQuery = (recordType: RecordType): TSchema =>
  Type.Object({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, description: 'How many to answer at most. Default: 100.' }),
    ),
    cursor: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'Where the page begins: take it from the `Link` header of the page before.',
      }),
    ),
    changedSince: Type.Optional(
      Type.String({ maxLength: 40, description: 'A day or an instant: records that changed then or later.' }),
    ),
    ...Object.fromEntries(
      filtersOf(recordType).map(({ field, recordType: named }) => [
        field,
        Type.Optional(Type.String({ maxLength: 200, description: `Records of this ${named}, by its externalId.` })),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(recordType.filters ?? {}).map(([field, { schema }]) => [field, Type.Optional(schema)]),
    ),
  })

/** What a `PUT` removes beside the values of fields: the files that the body does not list. */
const removedByPut = (recordType: RecordType): string => {
  const fields = fileFieldsOf(recordType).filter(field => !recordType.schema.required?.includes(field))
  if (fields.length === 0) return ''
  const names = fields.map(field => `\`${field}\``).join(' or ')
  return `, and a file that ${names} does not name again is deleted, also one that a customer sent`
}

type RecordEndpoint<Reply extends TSchema | undefined, Raw extends string | undefined = undefined> = Endpoint<
  string,
  TSchema | undefined,
  TSchema | undefined,
  Reply,
  'apiKey',
  Raw
>

type RecordCalls = Record<'list' | 'read' | 'put' | 'patch', RecordEndpoint<TSchema>> & {
  remove?: RecordEndpoint<undefined>
  file?: RecordEndpoint<undefined, string>
}

/** The endpoints of one record type, as data. */
export const recordCalls = (recordType: RecordType): RecordCalls => {
  const plural = pluralOf(recordType)
  const name = nameOf(recordType)
  const { externalId } = exampleOf(recordType)
  const reply = answerSchema(recordType)
  const isMadeElsewhere = recordType.level === 'installation' || recordType.createRefusal !== undefined
  const path = `${operatorRoot}/${plural}`
  const access = 'apiKey'
  const one = { path: `${path}/:externalId`, access, conditional: true, example: { params: { externalId } } } as const
  return {
    list: {
      name: `list${plural[0]?.toUpperCase()}${plural.slice(1)}`,
      summary: `Lists ${plural} by their last change, oldest first`,
      description: 'The `Link` header with `rel="next"` has the address of the next page.',
      method: 'GET',
      path,
      access,
      query: listQuery(recordType),
      reply: Type.Array(reply),
      example: { query: { limit: '100', changedSince: '2026-03-01' } },
    },
    read: { ...one, name: `read${name}`, summary: `Reads one of ${plural}`, method: 'GET', reply },
    put: {
      ...one,
      name: `put${name}`,
      summary: `${isMadeElsewhere ? 'Replaces' : 'Creates or replaces'} one of ${plural}`,
      description: [
        'Replaces the whole record: a field that the body omits becomes empty or takes its default' +
          removedByPut(recordType) +
          '.',
        'To change some fields, use `PATCH`.',
        ...(recordType.putDescription === undefined ? [] : [recordType.putDescription]),
      ].join(' '),
      method: 'PUT',
      body: writeSchema(recordType),
      reply,
    },
    patch: {
      ...one,
      name: `patch${name}`,
      summary: `Changes some fields of one of ${plural}`,
      description: [
        'A JSON merge patch (RFC 7396): what the body does not name stays as it is, files and messages included; `null` clears an optional',
        'field; a list is replaced as a whole.',
        ...(recordType.putDescription === undefined ? [] : [recordType.putDescription]),
      ].join(' '),
      method: 'PATCH',
      mergePatch: true,
      body: patchSchema(recordType),
      reply,
    },
    ...(recordType.level !== 'installation' && {
      remove: {
        ...one,
        name: `delete${name}`,
        summary: recordType.ends
          ? `Ends one of ${plural}, which stays stored`
          : `Removes one of ${plural} with its parts`,
        description: 'Fails with `conflict` while another record refers to it.',
        method: 'DELETE',
      },
    }),
    ...(fileFieldsOf(recordType).length > 0 && {
      file: {
        name: `read${name}File`,
        summary: `Reads a file of one of ${plural}, whole or by a range`,
        method: 'GET',
        path: `${path}/:externalId/files/:file`,
        access,
        raw: 'application/octet-stream',
        example: { params: { externalId, file: exampleFileId } },
      },
    }),
  }
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join() : value
}

const preconditionOf = (request: FastifyRequest): Precondition => ({
  ifMatch: header(request, 'if-match'),
  ifNoneMatch: header(request, 'if-none-match'),
})

const momentOf = (text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined
  try {
    return readInstant(text, { field: 'changedSince', timeZone: 'UTC', shiftDays: 0 })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return failAt('invalid_request', 'query.changedSince', error.reason)
  }
}

/** The SQL filter for the parameters of the query; fails with `not_found` for a record that does not exist or is out of scope. */
const filterOf = async (db: Db, scope: OperatorScope, recordType: RecordType, query: ListQuery): Promise<Sql> => {
  let filter: Sql = empty
  for (const { field, recordType: parent, column, when = 'true' } of filtersOf(recordType)) {
    const externalId = query[field]
    if (externalId === undefined) continue
    const found = await findWithin(db, requireRecordType(parent), tenantScopeOf(scope), String(externalId))
    if (!found) return failAt('not_found', `query.${field}`, 'names nothing that is there')
    const place = {
      portal_id: recordType.level === 'portal' || recordType.level === 'contact' ? found.portal : null,
      contact_id: recordType.level === 'contact' ? found.contact : null,
      ...(column !== 'portal_id' && column !== 'contact_id' && { [column]: found.id }),
    }
    for (const [name, id] of Object.entries(place))
      if (id !== null) filter = sql`${filter} and ${raw(`t.${name}`)} = ${id}`
    filter = sql`${filter} and ${raw(when)}`
  }
  for (const [name, { where }] of Object.entries(recordType.filters ?? {}))
    if (query[name] !== undefined) filter = sql`${filter} and ${where(String(query[name]))}`
  return filter
}

const recordRoutes = (app: App, recordType: RecordType, deps: App['deps'] & { seal: Seal }): void => {
  const { list, read, put, patch, remove, file } = recordCalls(recordType)

  const named = (params: object) => (params as { externalId: string }).externalId
  const found = async (db: Db, scope: OperatorScope, externalId: string) =>
    (await readRecords(db, recordType, tenantScopeOf(scope), [externalId]))[0] ??
    (await failNotFound(db, scope, recordType, externalId))

  route(app, list, async ({ db, scope, query: asked, request, reply }) => {
    const query = asked as ListQuery
    const page = readPage(query, recordOrder, { defaultSort, id: 't.id' })
    const changedSince = momentOf(query.changedSince)
    const filter = await filterOf(db, scope, recordType, query)
    const rows = await readRecordPage(db, recordType, tenantScopeOf(scope), { page, changedSince, filter })
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(record =>
      answerOf(recordType, record, deps.messages.link),
    )
  })

  route(app, read, async ({ db, scope, params, reply, request }) => {
    const record = await found(db, scope, named(params))
    const etag = etagOf(record)
    reply.header('etag', etag)
    if (header(request, 'if-none-match') === etag) return reply.code(304).send()
    return answerOf(recordType, record, deps.messages.link)
  })

  /** What a write needs, with the entry of the security log for passwords that it sets. */
  const writeDeps = ({ apiKeyId }: OperatorScope, request: FastifyRequest) => ({
    ...deps,
    onPasswordsSet: (users: User[]) => {
      for (const user of users)
        deps.security.record({
          what: 'password.changed',
          result: 'ok',
          reason: 'company',
          ...user,
          apiKeyId,
          origin: originOf(request),
        })
    },
  })

  route(app, put, async ({ scope, params, body, now, request, reply }) => {
    const { record, created } = await putRecord(writeDeps(scope, request), scope, recordType, {
      externalId: named(params),
      body: body as Record<string, unknown>,
      now,
      ...preconditionOf(request),
    })
    if (created) reply.code(201).header('location', recordUrl(recordType, record.externalId))
    reply.header('etag', etagOf(record))
    return answerOf(recordType, record, deps.messages.link)
  })

  route(app, patch, async ({ scope, params, body, now, request, reply }) => {
    const record = await patchRecord(writeDeps(scope, request), scope, recordType, {
      externalId: named(params),
      body: body as Record<string, unknown>,
      now,
      ...preconditionOf(request),
    })
    reply.header('etag', etagOf(record))
    return answerOf(recordType, record, deps.messages.link)
  })

  if (remove)
    route(app, remove, async ({ scope, params, request }) =>
      deleteRecord(deps, scope, recordType, { externalId: named(params), ...preconditionOf(request) }),
    )

  if (file)
    route(app, file, async ({ db, scope, params, request, reply }) => {
      const record = await found(db, scope, named(params))
      const stored =
        filesIn(recordType, record).find(one => fileId(one) === (params as { file?: string }).file) ?? fail('not_found')
      return sendFile(deps.storage, stored, { range: request.headers.range, caching: 'private, no-cache' }, reply)
    })
}

/** Registers the endpoints of every record type. */
export const allRecordRoutes = (app: App, seal: Seal): void => {
  for (const recordType of recordTypes) recordRoutes(app, recordType, { ...app.deps, seal })
}
