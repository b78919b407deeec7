import { generateSecret, generateURI, verifySync } from 'otplib'

/** Seconds; a code of the step before or after the current one counts too, since clocks differ. */
const TOLERANCE = 30

/** A new secret for codes by time (RFC 6238): 160 bits in base 32, and the address that an authenticator app reads from a QR code. */
export const newTotpSecret = ({ issuer, userName }: { issuer: string; userName: string }) => {
  const secret = generateSecret()
  // The colon parts issuer and name.
  const clean = (text: string) => text.replaceAll(':', ' ')
  return { secret, uri: generateURI({ issuer: clean(issuer), label: clean(userName), secret }) }
}

/** The time step of a code, if it is one of the secret, now, and of a later step than `lastStep`; undefined otherwise. */
export const findTotpStep = (
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  const found = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE })
  // Not left to the library's `afterTimeStep`, which counts from the steps that the tolerance reaches.
  return found.valid && 'timeStep' in found && found.timeStep > lastStep ? found.timeStep : undefined
}
