import { type Flag, flags } from '@portico/contract/permissions'

/** Sets of flags that people often have. */
const presets = {
  administrator: flags,
  requests: ['manageTickets'],
  technical: ['manageTickets', 'viewContactContracts', 'viewContactActivityReports', 'viewContactWiki'],
  accounting: ['viewContactContracts', 'viewRecurringAdvances', 'viewEstimates', 'viewContactInvoices'],
} as const satisfies Record<string, readonly Flag[]>

/** The name of a preset. */
export type Preset = keyof typeof presets

/** The names of the presets, in the order in which they are offered. */
export const presetNames = Object.keys(presets) as Preset[]

/** All ten flags, those of a preset on. */
export const flagsOf = (preset: Preset): Record<Flag, boolean> =>
  Object.fromEntries(flags.map(flag => [flag, (presets[preset] as readonly Flag[]).includes(flag)])) as Record<
    Flag,
    boolean
  >

/** The preset that has exactly these flags, if there is one. */
export const presetOf = (given: Record<Flag, boolean>): Preset | undefined =>
  presetNames.find(name => flags.every(flag => given[flag] === (presets[name] as readonly Flag[]).includes(flag)))
