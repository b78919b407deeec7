import type { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '@portico/contract/sign-in/passkeys'

/** Why the device made or used no passkey. `ended`: this page itself has stopped asking. */
export type DeviceFault = 'cancelled' | 'timedOut' | 'notSupported' | 'known' | 'wrongAddress' | 'failed' | 'ended'

/** A passkey that the device did not make or use. */
export class DeviceError extends Error {
  readonly fault: DeviceFault

  constructor(fault: DeviceFault, cause: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

const faults: Record<string, DeviceFault> = {
  AbortError: 'ended',
  NotAllowedError: 'cancelled',
  InvalidStateError: 'known',
  NotSupportedError: 'notSupported',
  ConstraintError: 'notSupported',
  SecurityError: 'wrongAddress',
}

/** Says what a browser's error means. Browsers give one name to a cancelled and to a late answer, so that pages learn little. */
const explained = async <T>(work: () => Promise<T>, timeout: number): Promise<T> => {
  const began = performance.now()
  try {
    return await work()
  } catch (error) {
    const fault = faults[error instanceof Error ? error.name : ''] ?? 'failed'
    const isLate = fault === 'cancelled' && performance.now() - began >= timeout - 500
    throw new DeviceError(isLate ? 'timedOut' : fault, error)
  }
}

const toBytes = (base64url: string): ArrayBuffer => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, letter => letter.charCodeAt(0)).buffer
}

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Whether this browser has passkeys, which it has only at a safe address. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Whether the browser offers passkeys among the names that it fills in. */
export const fillsIn = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) === true

/** Whether this device itself asks for a finger, a face or a PIN. */
export const hasScreenLock = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false))

/** Makes a passkey. Error: a {@link DeviceError}. */
export const makePasskey = (options: PasskeyCreation): Promise<NewPasskey> =>
  explained(async () => {
    const { challenge, user, excludeCredentials, ...rest } = options
    const made = (await navigator.credentials.create({
      publicKey: {
        ...rest,
        challenge: toBytes(challenge),
        user: { ...user, id: toBytes(user.id) },
        excludeCredentials: excludeCredentials.map(({ id, type, transports }) => ({
          id: toBytes(id),
          type,
          transports: transports as AuthenticatorTransport[],
        })),
      },
    })) as PublicKeyCredential
    const response = made.response as AuthenticatorAttestationResponse
    return {
      id: toText(made.rawId),
      rawId: toText(made.rawId),
      type: 'public-key',
      response: {
        clientDataJSON: toText(response.clientDataJSON),
        attestationObject: toText(response.attestationObject),
        transports: response.getTransports?.() ?? [],
      },
    }
  }, options.timeout)

/** Has a passkey sign, chosen by its owner; with `fillIn`, among the names that the browser fills in. Error: a {@link DeviceError}. */
export const askPasskey = (
  options: PasskeyRequest,
  { signal, fillIn = false }: { signal?: AbortSignal; fillIn?: boolean } = {},
): Promise<PasskeyAssertion> =>
  explained(async () => {
    const { challenge, ...rest } = options
    const used = (await navigator.credentials.get({
      publicKey: { ...rest, challenge: toBytes(challenge) },
      ...(signal && { signal }),
      ...(fillIn && { mediation: 'conditional' }),
    })) as PublicKeyCredential
    const response = used.response as AuthenticatorAssertionResponse
    return {
      id: toText(used.rawId),
      rawId: toText(used.rawId),
      type: 'public-key',
      response: {
        clientDataJSON: toText(response.clientDataJSON),
        authenticatorData: toText(response.authenticatorData),
        signature: toText(response.signature),
        userHandle: response.userHandle && toText(response.userHandle),
      },
    }
  }, options.timeout)

type Signals = { signalUnknownCredential?: (unknown: { rpId: string; credentialId: string }) => Promise<void> }

/** Has the device forget a passkey that is not known here any more, where it can. */
export const forgetPasskey = async (rpId: string, credentialId: string): Promise<void> => {
  const { signalUnknownCredential } = PublicKeyCredential as Signals
  await signalUnknownCredential?.call(PublicKeyCredential, { rpId, credentialId }).catch(() => undefined)
}
