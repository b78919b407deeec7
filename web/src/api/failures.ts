import { errorStatuses } from '@portico/contract/errors'
import { useTranslation } from 'react-i18next'
import type { Say } from '../text/spoken.tsx'
import { ApiError, type FailureCode } from './api.ts'

/** What a screen may need to know of a failed call. `retryAfter` is in seconds; `fields` are the paths at fault. */
export type Failure = { code: FailureCode; retryAfter?: number; fields: readonly string[] }

/** Reads a failure off whatever was thrown; what is no failed call is our own fault. */
export const failureOf = (error: unknown): Failure =>
  error instanceof ApiError
    ? { code: error.code, retryAfter: error.retryAfter, fields: error.errors.map(({ path }) => path) }
    : { code: 'internal', fields: [] }

/** What the reader is told of a failed call, to be said later: see `spoken`. */
export const sayFailure =
  (error: unknown): Say =>
  t =>
    t(`errors.${failureOf(error).code}`)

/** What the reader is told of a failed call: the catalogue's text of its code (decisions 2). */
export const useFailureText = () => {
  const { t } = useTranslation()
  return (error: unknown) => t(`errors.${failureOf(error).code}`)
}

/** Whether a text, such as one out of an address, is the code of a failure. */
export const isFailureCode = (code: string | undefined): code is FailureCode =>
  code !== undefined && (code === 'network' || Object.hasOwn(errorStatuses, code))
