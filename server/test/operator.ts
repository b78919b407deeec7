import type { ErrorCode, Problem } from '@portico/contract/errors'
import { sql } from '../src/kernel/database/db.ts'
import { operatorRoot } from '../src/kernel/http/operator-route.ts'
import { insertApiKey } from '../src/operator-api/api-keys.ts'
import { anAddress, problemIn, type TestApp } from './app.ts'
import { aServiceCompany } from './world.ts'

type Answer = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  bytes: Buffer
  /** The answer's body; throws for an error. */
  readonly json: Record<string, unknown> & { code?: ErrorCode }
  /** A valid problem document; throws for anything else. */
  readonly problem: Problem
}

/** Calls the operator API: a path behind its root, and a body of bytes, text or an object. */
export type Operator = ((
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>) & { key: string; apiKeyId: number; serviceCompanyId: number }

type Given = { serviceCompanyId?: number; portalIds?: number[]; readOnly?: boolean }

/** A caller with an API key of its own, of a new service company unless one is given. */
export const anOperator = async (app: TestApp, given: Given = {}): Promise<Operator> => {
  const { portalIds = null, readOnly = false } = given
  const serviceCompanyId = given.serviceCompanyId ?? (await aServiceCompany(app.database))
  const { id, key } = await insertApiKey(app.database, { serviceCompanyId, name: 'test', portalIds, readOnly })
  const call: (...sent: Parameters<Operator>) => Promise<Answer> = async (method, path, body, headers = {}) => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body)
    const answer = await app.http.inject({
      method,
      url: `${operatorRoot}${path}`,
      remoteAddress: anAddress(),
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: raw ? body : JSON.stringify(body) }),
    })
    const { statusCode: status, payload: text, rawPayload: bytes } = answer
    return {
      status,
      headers: answer.headers,
      text,
      bytes,
      get json() {
        if (status >= 400) throw new Error(`${status} ${text}`)
        return JSON.parse(text)
      },
      get problem() {
        if (status < 400) throw new Error(`${status} ${text.slice(0, 500)}`)
        return problemIn(status, answer.headers['content-type'], text)
      },
    }
  }
  return Object.assign(call, { key, apiKeyId: id, serviceCompanyId }) as Operator
}

/** Opens an empty portal for a caller, which no API key can; `key` is its web portal key, and its name. */
export const openPortal = async (
  { database }: TestApp,
  { serviceCompanyId }: { serviceCompanyId: number },
  { externalId = 'p', key = `p-${serviceCompanyId}` } = {},
): Promise<number> =>
  (
    await database.one<{
      id: number
    }>(sql`insert into portal (service_company_id, external_id, web_portal_key, web_portal_name)
      values (${serviceCompanyId}, ${externalId}, ${key}, ${key}) returning id`)
  ).id
