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

/** What the file of a record is for, each with the flag that opens it and that hears of a new record (spec 6; decisions 4). */
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
