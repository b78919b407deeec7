import type { Found, FoundTicket } from '@portico/contract/staff/ticket-actions'
import type { Command } from './commands.ts'

/** What the palette searches. */
export const foundKinds = ['tickets', 'customers', 'people', 'invoices', 'assets'] as const

/** One of {@link foundKinds}. */
export type FoundKind = (typeof foundKinds)[number]

/** What was found, by kind. */
export type FoundByKind = Partial<Record<Exclude<FoundKind, 'tickets'>, readonly Found[]>> & {
  tickets?: readonly FoundTicket[]
}

/** One line of the palette. */
export type PaletteEntry =
  | { kind: 'tickets'; key: string; found: FoundTicket }
  | { kind: Exclude<FoundKind, 'tickets'>; key: string; found: Found }
  | { kind: 'command'; key: string; command: Command }

/** The lines of what was found. */
export const foundEntries = (kind: FoundKind, found: FoundByKind): PaletteEntry[] => {
  const keyOf = ({ id, contactId }: Found) => `${kind}-${id}-${contactId}`
  return kind === 'tickets'
    ? (found.tickets ?? []).map(one => ({ kind, key: keyOf(one), found: one }))
    : (found[kind] ?? []).map(one => ({ kind, key: keyOf(one), found: one }))
}

/** Where a line leads; what has no screen of its own leads to its customer. */
export const addressOfEntry = (entry: PaletteEntry) => {
  if (entry.kind === 'command') return entry.command.address
  const { id, contactId } = entry.found
  if (entry.kind === 'tickets') return `/staff/tickets/${id}`
  return entry.kind === 'assets' ? `/staff/assets/${id}` : `/staff/customers/${contactId}`
}

/** The scope after another one, among those that found something; `all` comes first. */
export const nextScope = (scope: FoundKind | 'all', found: FoundByKind, by: 1 | -1): FoundKind | 'all' => {
  const scopes = ['all' as const, ...foundKinds.filter(kind => found[kind]?.length)]
  const at = Math.max(scopes.indexOf(scope), 0)
  return scopes[(at + by + scopes.length) % scopes.length] ?? 'all'
}
