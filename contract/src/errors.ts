/**
 * Every error code of the API with the HTTP statuses that it may have (specification/errors.md#codes).
 * The first status is the default.
 */
export const errorStatuses = {
  unauthenticated: [401],
  wrong_credentials: [401],
  second_factor_required: [401],
  forbidden: [403],
  read_only: [403],
  not_found: [404, 410],
  invalid_code: [404, 410],
  link_used: [410],
  invalid_otp_code: [422],
  wrong_code: [422],
  fill_all_required_fields: [422],
  fill_all_fields: [422],
  fill_required_fields: [422],
  check_passwords: [422],
  weak_password: [422],
  no_phone_number: [422],
  error_creating_appointment: [409, 422],
  already_signed: [409],
  already_cancelled: [409],
  too_late: [409],
  file_too_large: [413],
  file_type_refused: [415],
  file_empty: [422],
  invalid_request: [400, 405],
  too_many_requests: [429],
  conflict: [409],
  unavailable: [503],
  storage_full: [507],
  internal: [500],
} as const satisfies Record<string, readonly [number, ...number[]]>

/** A code of this closed list. Every language catalogue has a text for every code. */
export type ErrorCode = keyof typeof errorStatuses

/**
 * An invalid field: its path in the request (`body.title`, `query.from`) and what is wrong with it, in English. `kind` says which of several
 * reasons it is where a screen tells them apart.
 */
export type FieldError = { path: string; message: string; kind?: string }

/** What proves a change of the caller's own ways to sign in; `code`, of an app or a recovery code, goes with the password. */
export type ProofKind = 'password' | 'code' | 'passkey'

/** The body of every error reply: RFC 9457, `application/problem+json`. `webPortalKey` is the portal of a link that is no longer valid, `reason` why its
 * document was withdrawn, `proofs` what its user could prove the change with. */
export type Problem = {
  type: string
  title: string
  status: number
  detail?: string
  code: ErrorCode
  errors?: FieldError[]
  webPortalKey?: string
  reason?: string
  proofs?: ProofKind[]
  requestId: string
}
