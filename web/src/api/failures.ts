import { errorStatuses } from '@portico/contract/errors'
import type { LocalizedText } from '../text/localized.tsx'
import { useText } from '../text/use-text.ts'
import { ApiError, type FailureCode } from './api.ts'

/** A failed call as screens need it. `retryAfter` is in seconds; `fields` are the paths of invalid fields. */
export type Failure = { code: FailureCode; retryAfter?: number; fields: readonly string[] }

/** Reads the failure from whatever was thrown; `internal` for what is not an ApiError. */
export const failureOf = (error: unknown): Failure =>
  error instanceof ApiError
    ? { code: error.code, retryAfter: error.retryAfter, fields: error.errors.map(({ path }) => path) }
    : { code: 'internal', fields: [] }

/** The text of a failed call, translated when it is shown: see `localized`. */
export const localizedFailure =
  (error: unknown): LocalizedText =>
  t =>
    t(`errors.${failureOf(error).code}`)

/** A function that returns the catalogue's text for the code of a failed call. */
export const useFailureText = () => {
  const { t } = useText()
  return (error: unknown) => t(`errors.${failureOf(error).code}`)
}

/** Whether a text, such as one from an address, is the code of a failure. */
export const isFailureCode = (code: string | undefined): code is FailureCode =>
  code !== undefined && (code === 'network' || Object.hasOwn(errorStatuses, code))
