/** What staff may do, least first: each role includes those before it. */
export const staffRoles = ['technician', 'office', 'administrator'] as const
/** One of {@link staffRoles}. */
export type StaffRole = (typeof staffRoles)[number]

/** Whether a role includes another. */
export const hasRole = (role: StaffRole, least: StaffRole): boolean =>
  staffRoles.indexOf(role) >= staffRoles.indexOf(least)

/**
 * Which role of the staff, at least, sees records of a kind, and which sees the amounts of money in them; a kind without `amounts` has none. Lists,
 * pages, palette, live events, files and seeing as a customer ask it through {@link seesRecords} and {@link seesAmounts}. What people write
 * in messages and upload is not searched for amounts. See specification/people-and-access.md#staff-records.
 */
export const recordRoles = {
  contact: { records: 'technician', amounts: 'office' },
  contract: { records: 'technician' },
  document: { records: 'technician' },
  estimate: { records: 'office', amounts: 'office' },
  invoice: { records: 'office', amounts: 'office' },
  publicFile: { records: 'technician' },
  report: { records: 'technician' },
  subscription: { records: 'office', amounts: 'office' },
  wiki: { records: 'technician' },
} as const satisfies Record<string, { records: StaffRole; amounts?: StaffRole }>

/** A kind of record that has a role in {@link recordRoles}. */
export type RecordKind = keyof typeof recordRoles

/** A kind of record that has amounts of money. */
export type MoneyKind = {
  [Kind in RecordKind]: (typeof recordRoles)[Kind] extends { amounts: StaffRole } ? Kind : never
}[RecordKind]

/** What decides which records an employee sees. With `techniciansSeeMoney`, a setting of the company, technicians see what the office sees. */
export type RecordReader = { readonly role: StaffRole; readonly techniciansSeeMoney: boolean }

const mayRead = ({ role, techniciansSeeMoney }: RecordReader, least: StaffRole): boolean =>
  hasRole(role, least) || (techniciansSeeMoney && least === 'office')

/** Whether an employee sees records of these kinds. */
export const seesRecords = (reader: RecordReader, ...kinds: readonly RecordKind[]): boolean =>
  kinds.every(kind => mayRead(reader, recordRoles[kind].records))

/** Whether an employee sees the amounts of money in records of a kind. */
export const seesAmounts = (reader: RecordReader, kind: MoneyKind): boolean =>
  seesRecords(reader, kind) && mayRead(reader, recordRoles[kind].amounts)
