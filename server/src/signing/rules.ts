import { codeMinutes, resendSeconds } from '@portico/contract/signing'

/** The encryption purpose of document keys, for `secrets.seal`. */
export const signingKeyPurpose = 'signing document'

// Codes of one document within an hour: the first and five repeats.
const codesAnHour = 6
const HOUR = 3_600_000

/** When a code expires. */
export const codeEnd = (sentAt: Date): Date => new Date(sentAt.getTime() + codeMinutes * 60_000)

/** When the next code can be requested. */
export const resendFrom = (sentAt: Date): Date => new Date(sentAt.getTime() + resendSeconds * 1000)

/**
 * Seconds until another code may be sent; 0 if now. Codes whose delivery failed do not count against the hourly limit: an outage of the SMS
 * provider must not lock signers out.
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
export const maskPhone = (phone: string): string => `*******${phone.replace(/\D/g, '').slice(-3)}`

/** Removes all runs of six or more digits, which could be mistaken for the code. */
export const withoutCodes = (text: string): string => text.replace(/\d{6,}/g, '…')
