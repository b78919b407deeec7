import * as Type from 'typebox'
import { endpoint, staffRoot } from '../endpoint.ts'
import { PasskeyAssertion, StaffProof, staffProofText } from '../sign-in/passkeys.ts'
import { RecoveryCodes, SecondFactor, TotpSecret } from '../sign-in/second-factor.ts'
import { StaffAccount } from './accounts.ts'
import { StaffSignedIn } from './session.ts'

const code = Type.String({ minLength: 1, maxLength: 40 })

export const giveStaffSecondFactor = endpoint({
  name: 'giveStaffSecondFactor',
  summary:
    'Finishes a sign-in whose `next` is `totp` or `passkey`: with a code of the authenticator app, a recovery code, or a passkey of the account',
  description:
    'Takes `code`, or `passkey`: what a passkey has signed for the options of a sign-in. The cookie of the sign-in names the session, which waits five minutes and takes five tries; after that `unauthenticated`. The answer ' +
    'sets the cookie of the session that is open now.',
  method: 'POST',
  path: `${staffRoot}/auth/second-factor`,
  access: 'staff',
  beforeSecondFactor: ['totp', 'passkey'],
  body: Type.Object({ code: Type.Optional(code), passkey: Type.Optional(PasskeyAssertion) }),
  reply: StaffSignedIn,
})

export const readStaffSecondFactor = endpoint({
  name: 'readStaffSecondFactor',
  summary:
    'Whether the own account signs in with a code besides the password, since when, and how many recovery codes are left',
  method: 'GET',
  path: `${staffRoot}/me/totp`,
  access: 'staff',
  reply: SecondFactor,
})

export const beginStaffTotp = endpoint({
  name: 'beginStaffTotp',
  summary:
    'Makes a secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). It counts once a code of it is confirmed; `conflict` where there is one',
  description: `${staffProofText} A sign-in whose \`next\` is \`enrol\` needs none.`,
  method: 'POST',
  path: `${staffRoot}/me/totp`,
  access: 'staff',
  beforeSecondFactor: ['enrol'],
  body: StaffProof,
  reply: TotpSecret,
})

export const confirmStaffTotp = endpoint({
  name: 'confirmStaffTotp',
  summary:
    'Confirms the secret by a code of it, and answers ten recovery codes, this once. The other sessions of the account end',
  description: 'A sign-in whose `next` was `enrol` is finished by it: the answer sets the cookie of the open session.',
  method: 'POST',
  path: `${staffRoot}/me/totp/confirm`,
  access: 'staff',
  beforeSecondFactor: ['enrol'],
  body: Type.Object({ code }),
  reply: RecoveryCodes,
})

export const removeStaffTotp = endpoint({
  name: 'removeStaffTotp',
  summary: 'Removes the own second factor, and ends the other sessions of the account',
  description: `${staffProofText} Where a second factor is required and no passkey is left, \`next\` is \`enrol\`: this session opens nothing until a new one is confirmed.`,
  method: 'DELETE',
  path: `${staffRoot}/me/totp`,
  access: 'staff',
  body: StaffProof,
  reply: StaffSignedIn,
})

export const renewStaffRecoveryCodes = endpoint({
  name: 'renewStaffRecoveryCodes',
  summary: 'Makes ten new recovery codes of the own account, and answers them, this once; those of before end',
  description: `${staffProofText} \`conflict\` without codes of an app.`,
  method: 'POST',
  path: `${staffRoot}/me/totp/recovery-codes`,
  access: 'staff',
  body: StaffProof,
  reply: RecoveryCodes,
})

export const removeStaffSecondFactor = endpoint({
  name: 'removeStaffSecondFactor',
  summary:
    'Removes the second factor of a colleague who has lost it, codes and passkeys, and ends their sessions; they are notified by mail',
  description:
    '`conflict` for an account without one, and for the own, which takes a proof. The account of an operator of the installation is ' +
    'changed by operators alone.',
  method: 'DELETE',
  path: `${staffRoot}/accounts/:accountid/second-factor`,
  access: 'staff',
  role: 'administrator',
  reply: StaffAccount,
})
