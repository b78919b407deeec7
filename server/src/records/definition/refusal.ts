import type { ErrorCode } from '@portico/contract/errors'

/**
 * Thrown for an import line that is refused: `field` is the JSON path at fault, `reason` continues the sentence ("is missing"), `code`
 * is the operator API's error code, `kind` says which of several reasons it is, for programs.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly field: string | undefined
  readonly reason: string
  readonly code: ErrorCode
  readonly kind: string | undefined

  constructor(field: string | undefined, reason: string, code: ErrorCode = 'invalid_request', kind?: string) {
    super(field ? `${field} ${reason}` : reason)
    this.field = field
    this.reason = reason
    this.code = code
    this.kind = kind
  }
}

/** A refusal as plain data, which a worker process can return. */
export type Refused = { refused: { field: string | undefined; reason: string } }

/** Converts a refusal to plain data. */
export const refusedOf = ({ field, reason }: Refusal): Refused => ({ refused: { field, reason } })

type PostgresError = { code: string; constraint?: string }

const isPostgresError = (error: unknown): error is Error & PostgresError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'constraint' in error

const TAKEN: Record<string, [field: string, reason: string]> = {
  bookable_service_service_company_id_portal_id_key_key: ['key', 'is that of another service of the portal'],
  asset_template_name: ['name', 'is that of another template'],
  working_hours_service_company_id_portal_id_key: [
    'portal',
    'or the company has working hours under another externalId',
  ],
  staff_hold_overlap: ['start', 'overlaps another activity or appointment of the same person'],
  planned_activity_service_company_id_portal_id_appointment_i_key: ['appointment', 'has another planned activity'],
  planned_activity_invitation: ['bookingInvitation', 'holds another booking'],
  notification_web_user: ['webUser', 'has this choice under another externalId'],
  notification_address: ['address', 'has this choice under another externalId'],
  portal_web_portal_key_key: ['webPortalKey', 'is that of another portal'],
  web_user_user_name: ['userName', 'is that of another web user'],
  web_user_email: ['email', 'is that of another web user'],
  merged_contact_external_id: ['externalId', 'is of a contact that was merged into another one'],
  membership_pkey: ['webUser', 'has a membership of this contact under another externalId'],
  ticket_service_company_id_ticket_number_key: ['ticketNumber', 'is that of another ticket'],
}

const KEY_TAKEN: [field: string, reason: string] = ['key', 'is that of another record']

/** Translates a PostgreSQL error into the refusal of the line; undefined if the database did not reject the row itself. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  if (!isPostgresError(error)) return undefined
  const taken = error.constraint?.endsWith('_key_hash_key') ? KEY_TAKEN : TAKEN[error.constraint ?? '']
  if (taken) return new Refusal(...taken, 'conflict')
  if (error.code === '23503')
    return new Refusal(undefined, 'cannot be moved: other records depend on where it stands', 'conflict')
  // SQLSTATE classes 22 (data exception) and 23 (integrity constraint violation).
  return /^2[23]/.test(error.code) ? new Refusal(undefined, `is refused by the database: ${error.message}`) : undefined
}
