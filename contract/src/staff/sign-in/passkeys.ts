import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import { line, nullable } from '../../shapes.ts'
import {
  NewPasskey,
  Passkey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
  StaffProof,
  staffProofText,
} from '../../sign-in/passkeys.ts'
import { StaffSignedIn } from '../session.ts'

const passkeyName = line(100)

export const startStaffPasskeySignIn = endpoint({
  name: 'startStaffPasskeySignIn',
  summary:
    'Makes a challenge for a sign-in of the staff by passkey, or for a proof by one, good for ten minutes and once',
  method: 'POST',
  path: `${staffRoot}/auth/passkeys/options`,
  access: 'open',
  reply: PasskeyRequest,
})

export const signInStaffByPasskey = endpoint({
  name: 'signInStaffByPasskey',
  summary: 'Signs an employee in by passkey alone, which has to verify its user, and sets the cookie `portico_staff`',
  description:
    '`wrong_credentials` has in `detail`: `unknown_passkey` for one that nobody has, `other_passkey` for one that opens nothing here, ' +
    '`unverified_passkey` where the device has asked for no finger, face or PIN, `copied_passkey` where its counter says that there are two ' +
    'of it. A challenge that is over is 410 `invalid_code`.',
  method: 'POST',
  path: `${staffRoot}/auth/passkeys/verify`,
  access: 'open',
  fails: [401, 410],
  body: Type.Object({ response: PasskeyAssertion }),
  reply: StaffSignedIn,
})

export const startStaffPasskey = endpoint({
  name: 'startStaffPasskey',
  summary: 'Makes a challenge for a new passkey of the own account, good for ten minutes and once',
  description: `${staffProofText} A sign-in whose \`next\` is \`enrol\` needs none.`,
  method: 'POST',
  path: `${staffRoot}/me/passkeys/options`,
  access: 'staff',
  fails: [410],
  beforeSecondFactor: ['enrol'],
  body: StaffProof,
  reply: PasskeyCreation,
})

export const addStaffPasskey = endpoint({
  name: 'addStaffPasskey',
  summary: 'Adds a passkey to the own account; mailed to its owner',
  description:
    'At most 20 an account; `conflict` beyond, and for one that is there already. The first second factor of an account ends its other ' +
    'sessions. A sign-in whose `next` was `enrol` is finished by it: the answer sets the cookie of the open session.',
  method: 'POST',
  path: `${staffRoot}/me/passkeys`,
  access: 'staff',
  fails: [410],
  beforeSecondFactor: ['enrol'],
  body: Type.Object({ response: NewPasskey, name: Type.Optional(nullable(passkeyName)) }),
  reply: Passkey,
  status: 201,
})

export const listStaffPasskeys = endpoint({
  name: 'listStaffPasskeys',
  summary: 'The passkeys of the own account, oldest first',
  method: 'GET',
  path: `${staffRoot}/me/passkeys`,
  access: 'staff',
  reply: Type.Array(Passkey),
})

export const renameStaffPasskey = endpoint({
  name: 'renameStaffPasskey',
  summary: 'Names a passkey of the own account',
  method: 'PATCH',
  path: `${staffRoot}/me/passkeys/:passkeyid`,
  access: 'staff',
  body: Type.Object({ name: passkeyName }),
  reply: Passkey,
})

export const removeStaffPasskey = endpoint({
  name: 'removeStaffPasskey',
  summary: 'Removes a passkey of the own account, and ends its other sessions; mailed to its owner',
  description: `${staffProofText} Where it was the last second factor and one is required, \`next\` is \`enrol\`: this session opens nothing until there is a new one.`,
  method: 'DELETE',
  path: `${staffRoot}/me/passkeys/:passkeyid`,
  access: 'staff',
  fails: [410],
  body: StaffProof,
  reply: StaffSignedIn,
})
