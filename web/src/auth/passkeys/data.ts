import {
  addPasskey,
  type FreshProof,
  listPasskeys,
  type NewPasskey,
  type PasskeyAssertion,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@portico/contract/sign-in/passkeys'
import { renewRecoveryCodes } from '@portico/contract/sign-in/second-factor'
import { call } from '../../api/api.ts'
import { entered } from './entered.ts'

/** The options of a sign-in by passkey. */
export const requestPasskey = () => call(startPasskeySignIn, {})

/** Signs in with what a passkey has signed, at a portal or without one. */
export const enterByPasskey = async (response: PasskeyAssertion, company: string | undefined) =>
  entered(await call(signInByPasskey, { body: { response, company } }))

/** The passkeys of the user. */
export const readPasskeys = (signal?: AbortSignal) => call(listPasskeys, signal ? { signal } : {})

/** The options of a new passkey. */
export const requestNewPasskey = (proof: FreshProof) => call(startPasskey, { body: proof })

/** Adds a passkey that the device has made. */
export const sendPasskey = (response: NewPasskey) => call(addPasskey, { body: { response } })

/** Names a passkey. */
export const namePasskey = (passkeyid: number, name: string) =>
  call(renamePasskey, { params: { passkeyid }, body: { name } })

/** Removes a passkey. */
export const deletePasskey = (passkeyid: number, proof: FreshProof) =>
  call(removePasskey, { params: { passkeyid }, body: proof })

/** Makes new recovery codes, which take the same proof. */
export const renewCodes = (proof: FreshProof) => call(renewRecoveryCodes, { body: proof })
