import { type ErrorCode, errorStatuses, type FieldError } from '@portico/contract/errors'

/** What may come with an error code: a status other than the code's first, fields at fault, seconds to wait, a sentence, a portal. */
export type FailureDetail = {
  status?: number
  errors?: FieldError[]
  retryAfter?: number
  detail?: string
  webPortalKey?: string
}

/** An answer that is an error of the closed list (decisions 2); thrown by {@link fail}, answered as a problem document. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ErrorCode
  readonly status: number
  readonly more: FailureDetail

  constructor(code: ErrorCode, more: FailureDetail = {}) {
    super(more.detail ?? code)
    this.code = code
    this.status = more.status ?? errorStatuses[code][0]
    this.more = more
  }
}

/** Ends the request with an error of the closed list. */
export const fail = (code: ErrorCode, more?: FailureDetail): never => {
  throw new Failure(code, more)
}

/** The usual refusal of one field: `not_found` for an id that the caller may not see, `invalid_request` for a bad value. */
export const failAt = (code: ErrorCode, path: string, message: string): never =>
  fail(code, { errors: [{ path, message }] })
