import * as Type from 'typebox'
import { SignedIn } from '../auth.ts'
import { endpoint } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Instant, nullable } from '../shapes.ts'
import { FreshProof, ownProofText } from './passkeys.ts'

const code = Type.String({ minLength: 1, maxLength: 40 })

export const giveSecondFactor = endpoint({
  name: 'giveSecondFactor',
  summary:
    'Finishes a sign-in with a code of the authenticator app, or with a recovery code. The ticket is good for five minutes and five tries; after that `unauthenticated`.',
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'open',
  fails: [401],
  body: Type.Object({ ticket: Type.String({ minLength: 20, maxLength: 200 }), code }),
  reply: SignedIn,
})

/** The second factor of the signed-in user; `confirmedAt` is null where there is none. */
export const SecondFactor = Type.Object({
  confirmedAt: nullable(Instant),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
})
export type SecondFactor = Static<typeof SecondFactor>

export const readSecondFactor = endpoint({
  name: 'readSecondFactor',
  summary:
    'Whether the user signs in with a code besides the password, since when, and how many recovery codes are left.',
  method: 'GET',
  path: '/api/users/me/totp',
  access: 'user',
  reply: SecondFactor,
})

/** The secret of an authenticator app: base 32, and as the `otpauth://` address that a QR code holds. */
export const TotpSecret = Type.Object({ secret: Type.String(), uri: Type.String() })
export type TotpSecret = Static<typeof TotpSecret>

export const beginTotp = endpoint({
  name: 'beginTotp',
  summary:
    'Makes a secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). It counts once a code of it is confirmed; `conflict` where the user has one.',
  description: ownProofText,
  method: 'POST',
  path: '/api/users/me/totp',
  access: 'user',
  fails: [403, 409, 410],
  body: FreshProof,
  reply: TotpSecret,
})

/** Codes for who has lost the phone, each good once; they are shown this once. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) })

export const confirmTotp = endpoint({
  name: 'confirmTotp',
  summary:
    'Confirms the secret by a code of it, and answers ten recovery codes, this once. The other sessions of the user end.',
  method: 'POST',
  path: '/api/users/me/totp/confirm',
  access: 'user',
  fails: [409],
  body: Type.Object({ code }),
  reply: RecoveryCodes,
})

export const removeTotp = endpoint({
  name: 'removeTotp',
  summary: 'Removes the second factor: from now on the password is enough.',
  description: ownProofText,
  method: 'DELETE',
  path: '/api/users/me/totp',
  access: 'user',
  fails: [403, 410],
  body: FreshProof,
})

export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  summary: 'Makes ten new recovery codes of the user, and answers them, this once; those of before end',
  description: `${ownProofText} \`conflict\` without codes of an app.`,
  method: 'POST',
  path: '/api/users/me/totp/recovery-codes',
  access: 'user',
  fails: [403, 409, 410],
  body: FreshProof,
  reply: RecoveryCodes,
})
