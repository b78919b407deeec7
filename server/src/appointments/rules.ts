/** What cancelling a booking depends on. A visit may be done before its time. */
type Cancellable = {
  startsAt: Date
  cancelledAt: Date | null
  noticeMinutes: number
  doneAt: Date | string | null
  activityStatus: string | null
}

/** Why a booking cannot be cancelled, or null: it already is, it is done, or less than the service's notice is left before it starts. */
export const findUncancellableReason = (
  { startsAt, cancelledAt, noticeMinutes, doneAt, activityStatus }: Cancellable,
  now: Date,
): 'already_cancelled' | 'too_late' | null => {
  if (cancelledAt) return 'already_cancelled'
  if (doneAt || activityStatus === 'done') return 'too_late'
  return now.getTime() > startsAt.getTime() - noticeMinutes * 60_000 ? 'too_late' : null
}

/** Why an invitation can no longer be booked by, or null. */
export const findClosedReason = (
  { withdrawn, used, expiresAt }: { withdrawn: boolean; used: boolean; expiresAt: Date | null },
  now: Date,
): 'withdrawn' | 'used' | 'expired' | null => {
  if (withdrawn) return 'withdrawn'
  if (used) return 'used'
  return expiresAt && expiresAt <= now ? 'expired' : null
}

/** Whether a text looks like a telephone number as people write it. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s()./-]{5,30}$/.test(text) && /\d{5}/.test(text.replace(/\D/g, ''))
