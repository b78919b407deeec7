import { type Db, isForeignKeyViolation, raw, sql, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import type { AllowedPortal } from '../../portals/allowed-queries.ts'

/** The tables of what administrators keep of a portal's tickets. */
type SettingTable = 'task_type' | 'task_step'

/** Runs a change of a portal's types or steps, one at a time. */
export const changeSettings = <T>(db: Db, { portalId }: AllowedPortal, work: (db: Db) => Promise<T>): Promise<T> =>
  tx(db, work, { lock: `ticket settings ${portalId}` })

/** Of several rows the one with an id; `not_found` if it is not among them. */
export const pick = <Row extends { id: number }>(rows: readonly Row[], id: number): Row =>
  rows.find(row => row.id === id) ?? fail('not_found')

/** Fails with `conflict` at `body.name` if another row is called like that, whatever the case. */
export const requireNewName = (rows: readonly { id: number; name: string }[], name: string, id?: number): void => {
  const isSame = (other: string) => other.toLocaleLowerCase('it') === name.toLocaleLowerCase('it')
  if (rows.some(row => row.id !== id && isSame(row.name))) failAt('conflict', 'body.name', 'is the name of another')
}

/** Fails with `conflict` if there are as many rows as there may be. */
export const requireCapacity = (rows: readonly unknown[], max: number): void => {
  if (rows.length >= max) fail('conflict', { detail: `There are ${max} already, which is the most.` })
}

/** Gives rows the positions of their order. `conflict` unless these are all that are not archived. */
export const writeOrder = async (
  db: Db,
  { serviceCompanyId, portalId }: AllowedPortal,
  table: SettingTable,
  { rows, ids }: { rows: readonly { id: number; isArchived: boolean }[]; ids: readonly number[] },
): Promise<void> => {
  const current = new Set(rows.filter(({ isArchived }) => !isArchived).map(({ id }) => id))
  if (ids.length !== current.size || !ids.every(id => current.has(id)))
    failAt('conflict', 'body.ids', 'is not all that there are now')
  await db.run(sql`update ${raw(table)} t set position = 10 * x.place
    from unnest(${ids}::bigint[]) with ordinality as x (id, place)
    where t.service_company_id = ${serviceCompanyId} and t.portal_id = ${portalId} and t.id = x.id
      and t.position is distinct from 10 * x.place`)
}

/** Removes a row, or archives it if something refers to it. */
export const removeOrArchive = async (
  db: Db,
  { serviceCompanyId, portalId }: AllowedPortal,
  table: SettingTable,
  id: number,
): Promise<'removed' | 'archived'> => {
  const here = sql`service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and id = ${id}`
  try {
    await tx(db, db => db.run(sql`delete from ${raw(table)} where ${here}`))
    return 'removed'
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    await db.run(sql`update ${raw(table)} set archived = true where ${here}`)
    return 'archived'
  }
}

/** A type of ticket as it is written. */
type TypeRow = {
  name: string
  color: string | null
  groupId: number | null
  dueHours: number | null
  isOffered: boolean
  isArchived: boolean
}

/** Adds a type of ticket; returns its id. */
export const insertType = async (
  db: Db,
  { serviceCompanyId, portalId }: AllowedPortal,
  type: TypeRow,
): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`insert into task_type
        (service_company_id, portal_id, name, color, staff_group_id, due_hours, offered, position)
      select ${serviceCompanyId}, ${portalId}, ${type.name}, ${type.color}, ${type.groupId}::bigint, ${type.dueHours}::int, ${type.isOffered},
        case when max(position) is not null then least(max(position) + 10, 1000000) end from task_type where service_company_id = ${serviceCompanyId} and portal_id = ${portalId}
      returning id`)
  ).id

/** Writes all that a type of ticket has. */
export const updateType = async (
  db: Db,
  { serviceCompanyId, portalId }: AllowedPortal,
  { id, ...type }: TypeRow & { id: number },
): Promise<void> => {
  await db.run(sql`update task_type set name = ${type.name}, color = ${type.color}, staff_group_id = ${type.groupId}::bigint,
      due_hours = ${type.dueHours}::int, offered = ${type.isOffered}, archived = ${type.isArchived}
    where service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and id = ${id}`)
}

/** Makes a type the one that the form for a new ticket begins with, or with null none. */
export const setDefaultType = async (
  db: Db,
  { serviceCompanyId, portalId }: AllowedPortal,
  id: number | null,
): Promise<void> => {
  await db.run(sql`update task_type set preselected = (id is not distinct from ${id}::bigint)
    where service_company_id = ${serviceCompanyId} and portal_id = ${portalId}
      and preselected is distinct from (id is not distinct from ${id}::bigint)`)
}

/** Whether a group is of the company. */
export const hasGroup = async (db: Db, { serviceCompanyId }: AllowedPortal, id: number): Promise<boolean> =>
  (await db.maybe(sql`select from staff_group where service_company_id = ${serviceCompanyId} and id = ${id}`)) !==
  undefined

/** A step as it is written. */
type StepRow = { name: string; taskStatus: number }

/** Adds a step behind the others; returns its id. */
export const insertStep = async (
  db: Db,
  { serviceCompanyId, portalId }: AllowedPortal,
  step: StepRow,
): Promise<number> =>
  (
    await db.one<{ id: number }>(sql`insert into task_step (service_company_id, portal_id, name, task_status, position)
      select ${serviceCompanyId}, ${portalId}, ${step.name}, ${step.taskStatus}, least(coalesce(max(position), 0) + 10, 1000000)
        from task_step where service_company_id = ${serviceCompanyId} and portal_id = ${portalId}
      returning id`)
  ).id

/** Writes all that a step has. */
export const updateStep = async (
  db: Db,
  { serviceCompanyId, portalId }: AllowedPortal,
  { id, ...step }: StepRow & { id: number; isArchived: boolean },
): Promise<void> => {
  await db.run(sql`update task_step set name = ${step.name}, task_status = ${step.taskStatus}, archived = ${step.isArchived}
    where service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and id = ${id}`)
}

/** Whether a ticket is in a step. */
export const isStepUsed = async (db: Db, { serviceCompanyId, portalId }: AllowedPortal, id: number): Promise<boolean> =>
  (
    await db.one<{ used: boolean }>(sql`select exists (select from ticket
      where service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and task_step_id = ${id}) as used`)
  ).used
