import type { NewPasskey, PasskeyAssertion } from '@portico/contract/sign-in/passkeys'
import { sameSecret } from '../../kernel/security/secrets.ts'
import type { PasskeyRow, VerifiedPasskey } from './passkey-queries.ts'
import type { RelyingParty } from './relying-party.ts'

/** ES256, RS256 and Ed25519, by their COSE numbers (RFC 9053). */
export const ALGORITHMS = [-7, -257, -8]

// Loaded with the first passkey that is used: a quarter of a second that the start of the server is spared.
const library = () => import('@simplewebauthn/server')

const bytes = (base64url: string) => Buffer.from(base64url, 'base64url')
/** Typed arrays of the library are of buffers that nobody shares. */
const plain = (buffer: Buffer) => new Uint8Array(buffer)

/** The challenge that a browser's answer says it is for; undefined for what no browser writes, and for a page in a frame of another site. */
export const challengeIn = ({ response }: PasskeyAssertion | NewPasskey): string | undefined => {
  try {
    const { challenge, crossOrigin } = JSON.parse(bytes(response.clientDataJSON).toString('utf8'))
    return typeof challenge === 'string' && crossOrigin !== true ? challenge : undefined
  } catch {
    return undefined
  }
}

/**
 * The new passkey, if it answers the challenge for this relying party; undefined otherwise. Nobody vouches for the device: a statement with
 * certificates is refused, because to check one the library would fetch addresses that are written in it.
 */
export const verifyNewPasskey = async (
  { clientExtensionResults: _, authenticatorAttachment: __, ...made }: NewPasskey,
  { challenge, party, verifiesUser }: { challenge: string; party: RelyingParty; verifiesUser: boolean },
): Promise<(VerifiedPasskey & Pick<VerifiedUse, 'isUserVerified'>) | undefined> => {
  const { verifyRegistrationResponse } = await library()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const { clientDataJSON, attestationObject } = made.response
  try {
    const attestation = decodeAttestationObject(plain(bytes(attestationObject)))
    const format: string = attestation.get('fmt')
    if (format !== 'none' && !(format === 'packed' && attestation.get('attStmt').get('x5c') === undefined))
      return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: verifiesUser,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { credential, credentialBackedUp, userVerified } = registrationInfo
    return {
      credentialId: bytes(credential.id),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      backedUp: credentialBackedUp,
      isUserVerified: userVerified,
    }
  } catch {
    // The library throws for what does not fit, and whatever it throws for is of the caller's making.
    return undefined
  }
}

/** What a valid signature proves. `isUserVerified`: the device has asked for a PIN, a finger or a face. */
export type VerifiedUse = { signCount: number; isUserVerified: boolean; backedUp: boolean }

/** What the signature proves, if it is one of the passkey, of this challenge and for this relying party; undefined otherwise. */
export const verifyUse = async (
  { clientExtensionResults: _, authenticatorAttachment: __, ...answer }: PasskeyAssertion,
  passkey: PasskeyRow,
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<VerifiedUse | undefined> => {
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response
  if (!userHandle || !sameSecret(bytes(userHandle), passkey.userHandle)) return undefined
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.rpId,
      requireUserVerification: false,
      // The counter is compared where it is stored, so that two uses at once are told apart, and a copy from a wrong signature.
      credential: { id: answer.id, publicKey: plain(passkey.publicKey), counter: 0 },
    })
    if (!verified) return undefined
    const { newCounter, userVerified, credentialBackedUp } = authenticationInfo
    return { signCount: newCounter, isUserVerified: userVerified, backedUp: credentialBackedUp }
  } catch {
    return undefined
  }
}
