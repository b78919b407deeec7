import type { AssetTemplate, NewTemplate } from '@portico/contract/staff/records/assets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, type Sql, sql } from '../../kernel/database/db.ts'

const columns: Sql = sql`t.id, t.name, t.properties, md5(t.name || t.properties::text) as version`

/** The templates of the company by name. */
export const templatesOf = (db: Db, { serviceCompanyId }: StaffScope): Promise<AssetTemplate[]> =>
  db.many(
    sql`select ${columns} from asset_template t where t.service_company_id = ${serviceCompanyId} order by lower(t.name), t.id`,
  )

/** Counts the templates of the company, whose row is locked, so that no two calls count at once. */
export const countTemplates = async (db: Db, { serviceCompanyId }: StaffScope): Promise<number> => {
  await db.run(sql`select from service_company where id = ${serviceCompanyId} for no key update`)
  const { count } = await db.one<{ count: number }>(
    sql`select count(*) as count from asset_template where service_company_id = ${serviceCompanyId}`,
  )
  return count
}

/** Locks a template; undefined for one of another company. */
export const lockTemplate = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  id: number,
): Promise<AssetTemplate | undefined> =>
  db.maybe(sql`select ${columns} from asset_template t
    where t.service_company_id = ${serviceCompanyId} and t.id = ${id} for no key update`)

/** Whether another template has the name, whatever its case. */
export const isTemplateNamed = async (
  db: Db,
  { serviceCompanyId }: StaffScope,
  { name, but }: { name: string; but: number | null },
): Promise<boolean> =>
  (await db.maybe(sql`select from asset_template where service_company_id = ${serviceCompanyId}
    and lower(name) = lower(${name}) and id is distinct from ${but}::bigint`)) !== undefined

/** Inserts a template. */
export const insertTemplate = (
  db: Db,
  { serviceCompanyId }: Pick<StaffScope, 'serviceCompanyId'>,
  { name, properties }: NewTemplate,
): Promise<AssetTemplate> =>
  db.one(sql`insert into asset_template as t (service_company_id, name, properties)
    values (${serviceCompanyId}, ${name}, ${JSON.stringify(properties)}::jsonb) returning ${columns}`)

/** Changes a template. */
export const updateTemplate = (
  db: Db,
  { serviceCompanyId }: StaffScope,
  id: number,
  { name, properties }: NewTemplate,
): Promise<AssetTemplate> =>
  db.one(sql`update asset_template as t set name = ${name}, properties = ${JSON.stringify(properties)}::jsonb
    where t.service_company_id = ${serviceCompanyId} and t.id = ${id} returning ${columns}`)

/** Removes a template; 0 for one of another company. */
export const deleteTemplate = (db: Db, { serviceCompanyId }: StaffScope, id: number): Promise<number> =>
  db.run(sql`delete from asset_template where service_company_id = ${serviceCompanyId} and id = ${id}`)
