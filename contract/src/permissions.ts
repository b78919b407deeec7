/** The ten permission flags of a membership, in the order of the specification (spec 6). */
export const flags = [
  'manageTickets',
  'administrator',
  'viewContactContracts',
  'viewRecurringAdvances',
  'viewContactActivityReports',
  'viewContactWiki',
  'viewEstimates',
  'viewContactInvoices',
  'viewContactDocuments',
  'uploadContactDocuments',
] as const

/** One permission flag (spec 6). */
export type Flag = (typeof flags)[number]

/** The ten flags of one membership. */
export type Flags = Record<Flag, boolean>
