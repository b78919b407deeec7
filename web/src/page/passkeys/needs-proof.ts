import { passkeyRequired, proofRequired } from '@portico/contract/sign-in/passkeys'
import { ApiError } from '../../api/api.ts'

/** Whether a call was refused until its user shows a password or a passkey, or a passkey alone. */
export const needsProof = (error: unknown) =>
  error instanceof ApiError && [proofRequired, passkeyRequired, 'passkey'].includes(error.detail ?? '')

/** Whether a call was refused because it rests on a password, which a portal of its user does not take. */
export const restsOnPassword = (error: unknown) => error instanceof ApiError && error.detail === 'passwordless'
