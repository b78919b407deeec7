import type { Scope } from '../kernel/access/scope.ts'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { empty, type Sql, sql } from '../kernel/database/db.ts'

type Employee = Pick<StaffScope, 'role' | 'groupIds' | 'staffUserId'>

/** Restricts tickets `t`, as a further condition, for a technician: to those of their groups or of none, and their own. */
export const andInGroupsOf = ({ role, groupIds, staffUserId }: Employee): Sql =>
  role === 'technician'
    ? sql`and (t.staff_group_id is null or t.staff_group_id = any(${groupIds}::bigint[]) or t.staff_user_id = ${staffUserId})`
    : empty

/** Restricts tickets `t`, as a further condition, to those of the employee who sees as the reader. */
export const andWithinActor = ({ actor }: Pick<Scope, 'actor'>): Sql => (actor === null ? empty : andInGroupsOf(actor))

/** Whether an employee works in the groups of a ticket: the rule of {@link andInGroupsOf}, without the database. */
export const isInGroupsOf = (
  { role, groupIds, staffUserId }: Employee,
  ticket: { groupId: number | null; assigneeId: number | null },
): boolean =>
  role !== 'technician' ||
  ticket.groupId === null ||
  groupIds.includes(ticket.groupId) ||
  ticket.assigneeId === staffUserId
