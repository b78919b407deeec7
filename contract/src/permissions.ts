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

/** What the file of a record is for, with the flag that its readers need: to open it, and to be told of a new record. */
export const documentFlags = {
  invoice: 'viewContactInvoices',
  estimate: 'viewEstimates',
  report: 'viewContactActivityReports',
  contract: 'viewContactContracts',
  wiki: 'viewContactWiki',
  document: 'viewContactDocuments',
  subscription: 'viewRecurringAdvances',
} as const satisfies Record<string, Flag>

/** A key of {@link documentFlags}. */
export type DocumentPurpose = keyof typeof documentFlags
