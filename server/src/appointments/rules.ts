/** Why a booking cannot be cancelled, or null: it is already, or the service's notice has passed (decisions 6). */
export const uncancellable = (
  { startsAt, cancelledAt, noticeMinutes }: { startsAt: Date; cancelledAt: Date | null; noticeMinutes: number },
  now: Date,
): 'already_cancelled' | 'too_late' | null => {
  if (cancelledAt) return 'already_cancelled'
  return now.getTime() > startsAt.getTime() - noticeMinutes * 60_000 ? 'too_late' : null
}

/** Why an invitation does not open any more, or null (decisions 2). */
export const invitationState = (
  { withdrawn, used, expiresAt }: { withdrawn: boolean; used: boolean; expiresAt: Date | null },
  now: Date,
): 'withdrawn' | 'used' | 'expired' | null => {
  if (withdrawn) return 'withdrawn'
  if (used) return 'used'
  return expiresAt && expiresAt <= now ? 'expired' : null
}

/** What people write as a telephone number. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s()./-]{5,30}$/.test(text) && /\d{5}/.test(text.replace(/\D/g, ''))
