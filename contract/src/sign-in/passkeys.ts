import * as Type from 'typebox'
import { SignInAnswer } from '../auth.ts'
import { endpoint } from '../endpoint.ts'
import type { Static } from '../schema/static.ts'
import { Id, Instant, line, nullable } from '../shapes.ts'

/** Bytes in base64url without padding, as WebAuthn level 3, section 5.1.8 and 5.1.9, writes them in JSON. */
const bytes = (max: number) => Type.String({ minLength: 1, maxLength: max, pattern: '^[\\w-]+$' })

const common = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: Type.Unsafe<'public-key'>({ type: 'string', enum: ['public-key'] }),
  authenticatorAttachment: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  clientExtensionResults: Type.Optional(Type.Object({}, { additionalProperties: true })),
}

/** What a passkey has signed: `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyAssertion = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: Type.Optional(nullable(bytes(100))),
  }),
})
/** See {@link PasskeyAssertion}. */
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

/** A passkey that was just made: `RegistrationResponseJSON` of WebAuthn. */
export const NewPasskey = Type.Object({
  ...common,
  response: Type.Object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    authenticatorData: Type.Optional(nullable(bytes(4000))),
    publicKey: Type.Optional(nullable(bytes(4000))),
    publicKeyAlgorithm: Type.Optional(nullable(Type.Integer())),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
})
/** See {@link NewPasskey}. */
export type NewPasskey = Static<typeof NewPasskey>

const word = <const W extends string>(...words: W[]) => Type.Unsafe<W>({ type: 'string', enum: words })

/** What `navigator.credentials.get` is asked: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. The browser offers the passkeys that it has. */
export const PasskeyRequest = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer({ description: 'Milliseconds for which the challenge is good.' }),
  userVerification: word('preferred', 'required'),
})
/** See {@link PasskeyRequest}. */
export type PasskeyRequest = Static<typeof PasskeyRequest>

/** What `navigator.credentials.create` is asked: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreation = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ type: word('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer({ description: 'Milliseconds for which the challenge is good.' }),
  excludeCredentials: Type.Array(
    Type.Object({ id: Type.String(), type: word('public-key'), transports: Type.Array(Type.String()) }),
  ),
  authenticatorSelection: Type.Object({
    residentKey: word('required'),
    requireResidentKey: Type.Boolean(),
    userVerification: word('preferred', 'required'),
  }),
  attestation: word('none'),
})
/** See {@link PasskeyCreation}. */
export type PasskeyCreation = Static<typeof PasskeyCreation>

/** A passkey as its owner sees it. */
export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  rpId: Type.String({ description: 'The host at whose addresses it signs in.' }),
  backedUp: Type.Boolean({ description: 'Whether its owner has it on several devices.' }),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
})
/** See {@link Passkey}. */
export type Passkey = Static<typeof Passkey>

/**
 * The fresh proof that a change of passkeys needs: the password, or what a passkey has signed for the options of a sign-in. Nothing where the
 * session was opened in the last ten minutes, by whatever way that suffices.
 */
export const FreshProof = Type.Object({
  currentPassword: Type.Optional(Type.String({ maxLength: 1000 })),
  passkey: Type.Optional(PasskeyAssertion),
})
/** See {@link FreshProof}. */
export type FreshProof = Static<typeof FreshProof>

/** {@link FreshProof} of the staff: beside the password a code of the app or a recovery code, where the account has them. */
export const StaffProof = Type.Object({
  ...FreshProof.properties,
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
})
/** See {@link StaffProof}. */
export type StaffProof = Static<typeof StaffProof>

/** How the need of a passkey beside which a password proves nothing is said; `detail` of `forbidden`. */
export const passkeyRequired = 'passkey_required'

/** A name that its owner gives to a passkey. */
const passkeyName = line(100)

/** How the need of a {@link FreshProof} is said; `detail` of `forbidden`. */
export const proofRequired = 'proof_required'

/** How a call says which {@link FreshProof} it takes. */
const proofText =
  'Takes the password or a passkey, unless the session is younger than ten minutes: `forbidden` with `proof_required` in `detail` without, `check_passwords` with a wrong one.'

/** {@link proofText} of the staff, whose password alone proves nothing where there is a second factor. */
export const staffProofText = `${proofText} Where the account has codes of an app, \`code\` goes with the password, else \`wrong_code\`; where it has passkeys alone, a password is \`forbidden\` with \`passkey_required\`.`

/** {@link proofText} of a customer, whose contact or portal may ask for more. */
export const ownProofText = `${proofText} Anything but a passkey is \`second_factor_required\` with \`passkey\` or \`signIn\` in \`detail\` where a contact of the user requires a second factor that the session has not shown, and with \`passwordless\` where the proof is a password and a portal of the user takes none.`

export const startPasskeySignIn = endpoint({
  name: 'startPasskeySignIn',
  summary: 'Makes a challenge for a sign-in by passkey, good for ten minutes and once',
  method: 'POST',
  path: '/api/auth/passkeys/options',
  access: 'open',
  reply: PasskeyRequest,
})

export const signInByPasskey = endpoint({
  name: 'signInByPasskey',
  summary: 'Signs in by passkey',
  description:
    'A passkey that has verified its user is both factors; without that it is one, and a ticket is answered where a second is due. `wrong_credentials` has in `detail`: `unknown_passkey` for one that nobody has, `other_passkey` for one that opens nothing here, `copied_passkey` where its counter says that there are two of it. A challenge that is over is 410 `invalid_code`.',
  method: 'POST',
  path: '/api/auth/passkeys/verify',
  access: 'open',
  fails: [401, 410],
  body: Type.Object({
    response: PasskeyAssertion,
    company: Type.Optional(nullable(line(40))),
    remember: Type.Optional(Type.Boolean()),
  }),
  reply: SignInAnswer,
})

export const startPasskey = endpoint({
  name: 'startPasskey',
  summary: 'Makes a challenge for a new passkey of the user, good for ten minutes and once',
  description: ownProofText,
  method: 'POST',
  path: '/api/users/me/passkeys/options',
  access: 'user',
  fails: [403, 410],
  body: FreshProof,
  reply: PasskeyCreation,
})

export const addPasskey = endpoint({
  name: 'addPasskey',
  summary: 'Adds a passkey; mailed to the user',
  description:
    'At most 20 a user; `conflict` beyond, and for one that is there already. Where a contact requires a second factor, the first one has to verify its user.',
  method: 'POST',
  path: '/api/users/me/passkeys',
  access: 'user',
  fails: [409, 410],
  body: Type.Object({ response: NewPasskey, name: Type.Optional(nullable(passkeyName)) }),
  reply: Passkey,
  status: 201,
})

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  summary: 'The passkeys of the user, oldest first',
  method: 'GET',
  path: '/api/users/me/passkeys',
  access: 'user',
  reply: Type.Array(Passkey),
})

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  summary: 'Names a passkey of the user',
  method: 'PATCH',
  path: '/api/users/me/passkeys/:passkeyid',
  access: 'user',
  body: Type.Object({ name: passkeyName }),
  reply: Passkey,
})

export const removePasskey = endpoint({
  name: 'removePasskey',
  summary: 'Removes a passkey of the user; mailed to the user',
  description: ownProofText,
  method: 'DELETE',
  path: '/api/users/me/passkeys/:passkeyid',
  access: 'user',
  fails: [403, 410],
  body: FreshProof,
})
