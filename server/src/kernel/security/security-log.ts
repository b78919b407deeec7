import type { SecurityAct, SecurityReason, SecurityResult } from '@portico/contract/security-log'
import type { FastifyRequest } from 'fastify'
import { type Db, sql } from '../database/db.ts'
import type { DatabaseLog } from '../database/log.ts'
import { openPeriodicWriter, type PeriodicWriter } from '../database/periodic-writer.ts'
import { readClientAddress } from '../limits/rate-limit.ts'
import type { Clock } from '../time/clock.ts'

const USER_AGENT_MAX = 200

/** The origin of a request. `address` in the form that rate limits count; `userAgent` is the shortened User-Agent header. */
export type Origin = { address: string; userAgent?: string | undefined; requestId?: string | undefined }

/** The origin of a request. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: readClientAddress(request),
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX),
  requestId: request.id,
})

/**
 * An entry of the security log, with its company, portal and user as far as they are known. It must not contain anything that somebody
 * typed.
 */
export type SecurityEvent = {
  what: SecurityAct
  result: SecurityResult
  reason?: SecurityReason | undefined
  serviceCompanyId?: number | null | undefined
  portalId?: number | null | undefined
  /** The customer whose portal somebody of the staff saw. */
  contactId?: number | null | undefined
  webUserId?: number | null | undefined
  apiKeyId?: number | null | undefined
  /** Whose staff account it concerns, and who of the staff did it, if somebody else. */
  staffAccountId?: number | null | undefined
  byStaffAccountId?: number | null | undefined
  /** How often it has happened, where several are recorded together; else once. */
  count?: number | undefined
  origin?: Origin | undefined
}

/** See {@link openSecurityLog}. */
export type SecurityLog = PeriodicWriter & {
  /** Records an event: a log line now, a table row within a second. Never waits and never throws. */
  record(event: SecurityEvent): void
  /** Records the use of an API key from an address, once a day. */
  recordUse(key: { serviceCompanyId: number; apiKeyId: number }, origin: Origin): void
}

type Row = {
  minute: string
  at: string
  lastAt: string
  count: number
  what: SecurityAct
  result: SecurityResult
  reason: SecurityReason | null
  serviceCompanyId: number | null
  portalId: number | null
  contactId: number | null
  webUserId: number | null
  apiKeyId: number | null
  staffAccountId: number | null
  byStaffAccountId: number | null
  address: string | null
  userAgent: string | null
  requestId: string | null
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Distinct refusals that a process records per minute; any further ones are counted together, without their addresses. */
const MOST_REFUSALS_A_MINUTE = 500
/** Maximum number of rows that wait while the database is unavailable; further rows are missing in the table, but not in the log. */
const MOST_WAITING = 10_000
/** Maximum number of API key uses (key, address, day) that a process remembers. */
const MOST_USES = 10_000

const toAggregationKey = (row: Row): string =>
  JSON.stringify([
    row.minute,
    row.what,
    row.result,
    row.reason,
    row.serviceCompanyId,
    row.portalId,
    row.contactId,
    row.webUserId,
    row.apiKeyId,
    row.staffAccountId,
    row.byStaffAccountId,
    row.address,
  ])

const insertRows = (db: Db, rows: Row[]) =>
  db.run(sql`insert into security_event as e (minute, at, last_at, count, what, result, reason, service_company_id, portal_id,
      contact_id, web_user_id, api_key_id, staff_account_id, by_staff_account_id, address, user_agent, request_id)
    select minute, at, "lastAt", count, what, result, reason, "serviceCompanyId", "portalId", "contactId", "webUserId", "apiKeyId",
      "staffAccountId", "byStaffAccountId", address, "userAgent", "requestId"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (minute timestamptz, at timestamptz, "lastAt" timestamptz,
      count bigint, what text, result text, reason text, "serviceCompanyId" bigint, "portalId" bigint, "contactId" bigint, "webUserId" bigint,
      "apiKeyId" bigint, "staffAccountId" bigint, "byStaffAccountId" bigint, address text, "userAgent" text, "requestId" text)
    on conflict (minute, what, result, reason, service_company_id, portal_id, contact_id, web_user_id, api_key_id,
      staff_account_id, by_staff_account_id, address) do update set
      last_at = greatest(e.last_at, excluded.last_at),
      count = case when e.what = 'apiKey.used' then e.count else e.count + excluded.count end`)

/**
 * The security log of this process. Events are collected in memory and written in batches, so that neither the duration nor the outcome of
 * a sign-in depends on the table; repetitions within a minute are one row.
 */
export const openSecurityLog = ({
  database,
  clock,
  log,
}: {
  database: Db
  clock: Clock
  log: DatabaseLog
}): SecurityLog => {
  let waiting = new Map<string, Row>()
  let refusals = { minute: '', keys: new Set<string>() }
  let uses = { day: '', keys: new Set<string>() }

  const startOfMinute = (now: Date, span: number) => new Date(Math.floor(now.getTime() / span) * span).toISOString()

  /** The row itself, or, beyond the limit of refusals per minute, the row under which they are counted together. */
  const hasCapacity = (row: Row): Row => {
    if (row.result === 'ok') return row
    if (refusals.minute !== row.minute) refusals = { minute: row.minute, keys: new Set() }
    const key = toAggregationKey(row)
    if (refusals.keys.has(key)) return row
    if (refusals.keys.size >= MOST_REFUSALS_A_MINUTE)
      return {
        ...row,
        portalId: null,
        contactId: null,
        webUserId: null,
        apiKeyId: null,
        staffAccountId: null,
        byStaffAccountId: null,
        address: null,
        userAgent: null,
        requestId: null,
      }
    refusals.keys.add(key)
    return row
  }

  const aggregate = (row: Row) => {
    const key = toAggregationKey(row)
    const same = waiting.get(key)
    if (same) {
      same.count += row.count
      same.lastAt = row.lastAt
    } else if (waiting.size < MOST_WAITING) waiting.set(key, row)
  }

  const addEvent = (event: SecurityEvent, span: number) => {
    const { what, result, reason = null, serviceCompanyId, portalId, webUserId, apiKeyId, origin } = event
    const { contactId = null, staffAccountId = null, byStaffAccountId = null, count = 1 } = event
    const now = clock()
    const at = now.toISOString()
    const of = {
      // Callers pass company 0 for an unknown portal.
      serviceCompanyId: serviceCompanyId || null,
      portalId: portalId ?? null,
      contactId,
      webUserId: webUserId ?? null,
      apiKeyId: apiKeyId ?? null,
      staffAccountId,
      byStaffAccountId,
      address: origin?.address ?? null,
      userAgent: origin?.userAgent ?? null,
      requestId: origin?.requestId ?? null,
    }
    const toLogValue = Object.entries({ what, result, reason, ...of }).filter(([, value]) => value !== null)
    log('info', 'security', { security: Object.fromEntries(toLogValue) })
    aggregate(hasCapacity({ minute: startOfMinute(now, span), at, lastAt: at, count, what, result, reason, ...of }))
  }

  const write = async () => {
    const rows = [...waiting.values()]
    if (rows.length === 0) return
    waiting = new Map()
    try {
      await insertRows(database, rows)
    } catch (error) {
      for (const row of rows) aggregate(row)
      log('warn', 'The security log could not be written; it is tried again', { reason: String(error) })
    }
  }

  return {
    record: event => addEvent(event, MINUTE),
    recordUse: ({ serviceCompanyId, apiKeyId }, origin) => {
      const day = startOfMinute(clock(), DAY)
      if (uses.day !== day || uses.keys.size >= MOST_USES) uses = { day, keys: new Set() }
      const key = `${apiKeyId} ${origin.address}`
      if (uses.keys.has(key)) return
      uses.keys.add(key)
      addEvent({ what: 'apiKey.used', result: 'ok', serviceCompanyId, apiKeyId, origin }, DAY)
    },
    ...openPeriodicWriter(write),
  }
}
