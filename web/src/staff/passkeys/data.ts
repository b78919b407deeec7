import type { NewPasskey, PasskeyAssertion, StaffProof } from '@portico/contract/sign-in/passkeys'
import { giveStaffSecondFactor } from '@portico/contract/staff/second-factor'
import {
  addStaffPasskey,
  listStaffPasskeys,
  removeStaffPasskey,
  renameStaffPasskey,
  signInStaffByPasskey,
  startStaffPasskey,
  startStaffPasskeySignIn,
} from '@portico/contract/staff/sign-in/passkeys'
import { call } from '../../api/api.ts'

/** The options of a sign-in by passkey. */
export const requestPasskey = () => call(startStaffPasskeySignIn, {})

/** Signs in with what a passkey has signed. */
export const enterByPasskey = (response: PasskeyAssertion) => call(signInStaffByPasskey, { body: { response } })

/** Finishes a sign-in whose second factor is due with what a passkey of the account has signed. */
export const givePasskey = (passkey: PasskeyAssertion) => call(giveStaffSecondFactor, { body: { passkey } })

/** The own passkeys. */
export const readPasskeys = (signal?: AbortSignal) => call(listStaffPasskeys, signal ? { signal } : {})

/** The options of a new passkey. */
export const requestNewPasskey = (proof: StaffProof) => call(startStaffPasskey, { body: proof })

/** Adds a passkey that the device has made. */
export const sendPasskey = (response: NewPasskey) => call(addStaffPasskey, { body: { response } })

/** Names a passkey. */
export const namePasskey = (passkeyid: number, name: string) =>
  call(renameStaffPasskey, { params: { passkeyid }, body: { name } })

/** Removes a passkey; `next` of the answer says whether another factor has to be set up. */
export const deletePasskey = (passkeyid: number, proof: StaffProof) =>
  call(removeStaffPasskey, { params: { passkeyid }, body: proof })
