import { type StaffTicketType, ticketTypesMax } from '@portico/contract/staff/ticket-settings'
import type { Db } from '../../kernel/database/db.ts'
import { failAt, requireText } from '../../kernel/errors/fail.ts'
import type { AllowedPortal } from '../../portals/allowed-queries.ts'
import { colorOf } from '../../records/definition/fields.ts'
import { Refusal } from '../../records/definition/refusal.ts'
import { type TypeOfPortal, ticketTypesIn } from '../portal-queries.ts'
import {
  hasGroup,
  insertType,
  pick,
  removeOrArchive,
  requireCapacity,
  requireNewName,
  setDefaultType,
  updateType,
} from './setting-queries.ts'

/** What a call says of a type; what is absent stays as it is, or takes its default. */
export type TypeChange = {
  name?: string
  color?: string | null
  groupId?: number | null
  dueHours?: number | null
  isOffered?: boolean
  isDefault?: boolean
  isArchived?: boolean
}

/** A type without what only the database knows. */
export const toStaffType = ({ externalId: _, ...type }: TypeOfPortal): StaffTicketType => type

const readColor = (color: string | null): string | null => {
  if (!color) return null
  try {
    return colorOf(color.trim(), 'color')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return failAt('invalid_request', 'body.color', error.reason)
  }
}

const fresh = {
  name: '',
  color: null,
  groupId: null,
  dueHours: null,
  isOffered: true,
  isDefault: false,
  isArchived: false,
} as const

/** The type with a change applied, checked beside the other types of the portal. */
const applyChange = async (
  db: Db,
  portal: AllowedPortal,
  types: readonly TypeOfPortal[],
  { before, change }: { before: TypeOfPortal | undefined; change: TypeChange },
) => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as TypeChange
  const type = { ...(before ?? fresh), ...given }
  if (given.name !== undefined) type.name = requireText(given.name, 'body.name')
  requireNewName(types, type.name, before?.id)
  if (given.color !== undefined) type.color = readColor(given.color)
  if (given.groupId && !(await hasGroup(db, portal, given.groupId)))
    failAt('not_found', 'body.groupId', 'names a group that is not there')
  const isInForm = type.isOffered && !type.isArchived
  if (given.isDefault && !isInForm)
    failAt('invalid_request', 'body.isDefault', 'is for a type that customers choose from')
  return { ...type, isDefault: type.isDefault && isInForm }
}

const writeDefault = async (
  db: Db,
  portal: AllowedPortal,
  types: readonly TypeOfPortal[],
  id: number,
  isDefault: boolean,
) => {
  const was = types.find(type => type.isDefault)?.id
  if (isDefault && was !== id) await setDefaultType(db, portal, id)
  if (!isDefault && was === id) await setDefaultType(db, portal, null)
}

/** Adds a type of ticket; returns its id. */
export const addType = async (
  db: Db,
  portal: AllowedPortal,
  change: TypeChange & { name: string },
): Promise<number> => {
  const types = await ticketTypesIn(db, portal)
  const type = await applyChange(db, portal, types, { before: undefined, change })
  requireCapacity(types, ticketTypesMax)
  const id = await insertType(db, portal, type)
  await writeDefault(db, portal, types, id, type.isDefault)
  return id
}

/** Changes a type of ticket. */
export const changeType = async (
  db: Db,
  portal: AllowedPortal,
  { types, before, change }: { types: readonly TypeOfPortal[]; before: TypeOfPortal; change: TypeChange },
): Promise<void> => {
  const type = await applyChange(db, portal, types, { before, change })
  await updateType(db, portal, type as TypeOfPortal)
  await writeDefault(db, portal, types, before.id, type.isDefault)
}

/** Removes a type of ticket, or archives one that tickets have. */
export const removeType = async (db: Db, portal: AllowedPortal, id: number): Promise<'removed' | 'archived'> => {
  const type = pick(await ticketTypesIn(db, portal), id)
  if (type.isDefault) await setDefaultType(db, portal, null)
  return removeOrArchive(db, portal, 'task_type', id)
}
