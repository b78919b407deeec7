const DAY = 24 * 3_600_000

/** How long the whole of a mail is kept: of one that is in a ticket some 24 months, of one in quarantine 30 days. */
export const keepDays = { settled: 730, quarantined: 30 } as const

/** Until when a mail of these days is kept. */
export const keepUntil = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY)
