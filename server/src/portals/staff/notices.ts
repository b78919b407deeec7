import type { PortalNotices } from '@portico/contract/staff/portal-settings'
import type { Db } from '../../kernel/database/db.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import { ticketTypesIn } from '../../tickets/portal-queries.ts'
import type { AllowedPortal } from '../allowed-queries.ts'
import { findPortalFaults } from '../portal-faults.ts'
import { type GroupMailbox, groupMailboxesOf, supportEmailOf } from './notice-queries.ts'

/** Who is mailed about the tickets of a portal. */
export const noticesOf = async (
  db: Db,
  { mailsAreSent, textsAreSent }: Pick<Deps, 'mailsAreSent' | 'textsAreSent'>,
  portal: AllowedPortal,
): Promise<PortalNotices> => {
  const supportEmail = await supportEmailOf(db, portal)
  const groups = new Map((await groupMailboxesOf(db, portal)).map(group => [group.id, group] as const))
  const groupOf = (id: number | null): GroupMailbox | null => (id === null ? null : (groups.get(id) ?? null))
  const types = (await ticketTypesIn(db, portal)).filter(({ isArchived }) => !isArchived)
  const { faults } = await findPortalFaults(db, portal)
  return {
    supportEmail,
    mailsAreSent,
    textsAreSent,
    types: types.map(({ id, name, groupId }) => {
      const group = groupOf(groupId)
      return { id, name, group, address: group?.email ?? supportEmail }
    }),
    faults: faults.map(({ kind, types }) => ({ kind, types })),
  }
}
