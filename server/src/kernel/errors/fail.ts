import {
  type ErrorCode as CustomerErrorCode,
  errorStatuses,
  type FieldError,
  type ProofKind,
} from '@portico/contract/errors'
import { type StaffErrorCode, staffErrorStatuses } from '@portico/contract/staff/errors'

/** An error code of any API. */
export type ErrorCode = CustomerErrorCode | StaffErrorCode

const statuses = { ...errorStatuses, ...staffErrorStatuses }

/** Details of an error: a status other than the code's default, field errors, `retryAfter` in seconds, a sentence, a portal key. */
export type FailureDetail = {
  status?: number
  errors?: FieldError[]
  retryAfter?: number
  detail?: string
  webPortalKey?: string
  /** Why a document was withdrawn, as its sender wrote it. */
  reason?: string
  /** What its user could prove a change with. */
  proofs?: ProofKind[]
  /** The messages that an answer of the staff has crossed. */
  crossed?: unknown[]
  /** What takes the time that a visit was to have. */
  collisions?: unknown[]
}

/** An error of the closed list in contract/errors; {@link fail} throws it, and it is sent as a problem document (RFC 9457). */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ErrorCode
  readonly status: number
  readonly more: FailureDetail

  constructor(code: ErrorCode, more: FailureDetail = {}) {
    super(more.detail ?? code)
    this.code = code
    this.status = more.status ?? statuses[code][0]
    this.more = more
  }
}

/** Throws an error of the closed list, which ends the request. */
export const fail = (code: ErrorCode, more?: FailureDetail): never => {
  throw new Failure(code, more)
}

/** Throws an error about one field: `not_found` for an id that the caller may not see, `invalid_request` for a bad value. */
export const failAt = (code: ErrorCode, path: string, message: string): never =>
  fail(code, { errors: [{ path, message }] })

/** The text of a field, which fails with `fill_all_required_fields` where it is empty. */
export const requireText = (text: string, path: string): string =>
  text || failAt('fill_all_required_fields', path, 'is required')
