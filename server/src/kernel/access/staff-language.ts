import type { Language } from '@portico/contract/language'
import { type Db, raw, type Sql, sql } from '../database/db.ts'
import { sameCompany } from './tenant-joins.ts'

/**
 * The language of the company of table alias `alias`, in which its mailboxes are written to: that of its first administrator who has chosen
 * one, else Italian.
 */
export const companyLanguage = (alias: string): Sql => sql`coalesce((select o.language from staff_account o
  where ${sameCompany('o', alias)} and o.role = 'administrator' and o.ended_at is null and o.language is not null
  order by o.id limit 1), 'it-IT')`

/** The language of the member of the staff whose id is in `column` of table alias `alias`: the one chosen for the account, else the company's. */
export const staffLanguage = (alias: string, column = 'staff_user_id'): Sql => sql`coalesce((select o.language
  from staff_account o where ${sameCompany('o', alias)} and o.staff_user_id = ${raw(alias)}.${raw(column)} and o.ended_at is null),
  ${companyLanguage(alias)})`

/** The language in which the mailboxes of a company are written to, see {@link companyLanguage}. */
export const companyLanguageOf = async (db: Db, serviceCompanyId: number): Promise<Language> => {
  const { language } = await db.one<{ language: Language }>(sql`select ${companyLanguage('c')} as language
    from (select ${serviceCompanyId}::bigint as service_company_id) c`)
  return language
}
