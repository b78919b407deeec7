import { raw, type Sql } from '../database/db.ts'

const sameColumns = (a: string, b: string, columns: readonly string[]): Sql =>
  raw(columns.map(column => `${a}.${column} = ${b}.${column}`).join(' and '))

/** Joins rows of two table aliases within a service company; the caller adds the rest of the key, so that each join uses the whole key. */
export const sameCompany = (a: string, b: string): Sql => sameColumns(a, b, ['service_company_id'])

/** Like {@link sameCompany}, but within a portal. */
export const samePortal = (a: string, b: string): Sql => sameColumns(a, b, ['service_company_id', 'portal_id'])

/** Like {@link sameCompany}, but within a contact. */
export const sameContact = (a: string, b: string): Sql =>
  sameColumns(a, b, ['service_company_id', 'portal_id', 'contact_id'])
