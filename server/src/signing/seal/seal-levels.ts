/**
 * How well a seal can be checked later (PAdES baseline levels, ETSI EN 319 142-1, 6). `B-B`: by its certificate. `B-T`: a time-stamping
 * authority proves when it was there. `B-LT`: the file also holds what proves that the certificates were not revoked then.
 */
export const sealLevels = ['B-B', 'B-T', 'B-LT'] as const
export type SealLevel = (typeof sealLevels)[number]

/** The lowest of some levels. */
export const lowestLevel = (levels: SealLevel[]): SealLevel => {
  const lowest = Math.min(...levels.map(level => sealLevels.indexOf(level)))
  return sealLevels[lowest] ?? 'B-B'
}
