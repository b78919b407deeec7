import type { ProofKind } from '@portico/contract/errors'
import { proofRequired } from '@portico/contract/sign-in/passkeys'
import { ApiError } from '../../api/api.ts'
import { hasPasskeys } from './device.ts'

/**
 * What one can prove a change with that was refused until then; none where only a new sign-in helps. Undefined for any other failure.
 */
export const proofsFor = (error: unknown): readonly ProofKind[] | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const { proofs = [] } = error.problem as { proofs?: readonly ProofKind[] }
  if (error.detail !== proofRequired && proofs.length === 0) return undefined
  return proofs.filter(proof => proof !== 'passkey' || hasPasskeys())
}

/** Whether a call was refused because it rests on a password, which a portal of its user does not take. */
export const restsOnPassword = (error: unknown) => error instanceof ApiError && error.detail === 'passwordless'
