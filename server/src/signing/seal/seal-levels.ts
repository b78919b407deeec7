/**
 * The PAdES baseline levels of a seal (ETSI EN 319 142-1, 6). `B-B`: signature with certificate. `B-T`: a time stamp proves when it existed.
 * `B-LT`: the file also contains proof that the certificates were not revoked then.
 */
export const sealLevels = ['B-B', 'B-T', 'B-LT'] as const
export type SealLevel = (typeof sealLevels)[number]

/** The lowest of some levels. */
export const lowestLevel = (levels: SealLevel[]): SealLevel => {
  const lowest = Math.min(...levels.map(level => sealLevels.indexOf(level)))
  return sealLevels[lowest] ?? 'B-B'
}
