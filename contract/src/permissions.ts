/** The ten permission flags of a membership (specification/people-and-access.md#the-ten-permissions). */
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

/** One permission flag. */
export type Flag = (typeof flags)[number]

/** The ten flags of one membership. */
export type Flags = Record<Flag, boolean>
