import { raw, type Sql, sql } from '../../kernel/database/db.ts'

/** Whose way to sign in it is: a customer's, or that of somebody of the staff. */
export type Owner = { serviceCompanyId: number } & (
  | { webUserId: number; staffAccountId?: never }
  | { staffAccountId: number; webUserId?: never }
)

/** The tables of an owner begin with `prefix`; `isOf` is the condition for its rows. */
export const ownerSql = ({ serviceCompanyId, webUserId, staffAccountId }: Owner) => {
  const isStaff = staffAccountId !== undefined
  const ownerColumn = raw(isStaff ? 'staff_account_id' : 'web_user_id')
  const ownerId = isStaff ? staffAccountId : webUserId
  const isOf: Sql = sql`service_company_id = ${serviceCompanyId} and ${ownerColumn} = ${ownerId}`
  return { prefix: isStaff ? 'staff_' : '', ownerColumn, ownerId, isOf }
}
