import { codeMinutes, resendSeconds } from '@portico/contract/signing'

/** What the key that opens a document is sealed for. */
export const signingKeyPurpose = 'signing document'

// Codes of one document within an hour: the first and five that were asked for again (decisions 5).
const codesAnHour = 6
const HOUR = 3_600_000

/** When a code that was sent ceases to be good. */
export const codeEnd = (sentAt: Date): Date => new Date(sentAt.getTime() + codeMinutes * 60_000)

/** When another code may be asked for after one. */
export const resendFrom = (sentAt: Date): Date => new Date(sentAt.getTime() + resendSeconds * 1000)

/**
 * Seconds until another code may be sent, 0 when it may; `sent` are those that were sent. One whose message was given up does not count
 * against the hour: a provider that is down must not shut its signers out.
 */
export const secondsToWait = (sent: { at: Date; failed: boolean }[], now: Date): number => {
  const recent = sent
    .filter(({ at }) => at.getTime() > now.getTime() - HOUR)
    .sort((a, b) => b.at.getTime() - a.at.getTime())
  const [last] = recent
  if (!last) return 0
  const nthBefore = recent.filter(({ failed }) => !failed)[codesAnHour - 1]
  const from = Math.max(resendFrom(last.at).getTime(), nthBefore ? nthBefore.at.getTime() + HOUR : 0)
  return Math.max(0, Math.ceil((from - now.getTime()) / 1000))
}

/** A phone number with all but its last 3 digits hidden. */
export const maskedPhone = (phone: string): string => `*******${phone.replace(/\D/g, '').slice(-3)}`

/** A phone number as it is dialled: an optional plus and 6 to 15 digits; undefined for anything else. */
export const readPhone = (typed: string): string | undefined => {
  const plain = typed
    .trim()
    .replace(/[\s().\-/]/g, '')
    .replace(/^00/, '+')
  return /^\+?\d{6,15}$/.test(plain) ? plain : undefined
}

/** A text without anything that reads as a code of six digits. */
export const withoutCodes = (text: string): string => text.replace(/\d{6,}/g, '…')
