/** The looks of the states of contracts. */
export const stateLooks = { toCome: 'pending', active: 'active', expiring: 'in-expiry', ended: 'expired' } as const
