import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { raw, type Sql, sql } from '../../kernel/database/db.ts'
import { queryWords } from '../../kernel/database/search-words.ts'

/**
 * Customers whose names have some words of a search, each with the search for its other words: in what is stored behind a contact, and behind
 * the company.
 */
export type NamedCustomers = readonly { id: number; portalId: number; inContact: string; inCompany: string }[]

/** A text in small letters, without the accents of the languages that names are in. */
export const plain = (text: Sql): Sql =>
  sql`translate(lower(${text}), 'àáâäèéêëìíîïòóôöùúûüçñ', 'aaaaeeeeiiiioooouuuucn')`

/** Condition that a text has every word of `q`, anywhere and in any order; undefined if `q` has no words. */
export const hasEveryWord = (text: Sql, q: string): Sql | undefined => {
  const words = queryWords(q)
  return words.length > 0 ? sql`${plain(text)} like all (${words.map(word => `%${word}%`)}::text[])` : undefined
}

/** The customers as rows of alias `n`: `id`, `portal_id`, and the searches `in_contact` and `in_company`. */
const rowsOf = (named: NamedCustomers): Sql => sql`unnest(${named.map(({ id }) => id)}::bigint[],
  ${named.map(({ portalId }) => portalId)}::bigint[], ${named.map(({ inContact }) => inContact)}::text[]::tsquery[],
  ${named.map(({ inCompany }) => inCompany)}::text[]::tsquery[]) n (id, portal_id, in_contact, in_company)`

const ofNamed = (scope: StaffScope, alias: string): Sql =>
  sql`${raw(alias)}.service_company_id = ${scope.serviceCompanyId} and ${raw(alias)}.portal_id = n.portal_id
    and ${raw(alias)}.contact_id = n.id`

/** Selects `column` of the rows of a table that are a named customer's and have the other words; `words` is what is searched. */
export const selectOfNamed = (
  scope: StaffScope,
  named: NamedCustomers,
  { table, column, words }: { table: string; column: string; words: 'words' | 'search_text' },
): Sql =>
  sql`select s.${raw(column)} from ${rowsOf(named)} join ${raw(table)} s on ${ofNamed(scope, 's')} and ${
    words === 'words'
      ? sql`s.words @@ n.in_contact`
      : sql`text_words(s.service_company_id, s.search_text) @@ n.in_company`
  }`

/** Condition for the tickets `t` of a named customer that have the other words: in themselves, in a message or in a note. */
export const isOfNamed = (scope: StaffScope, named: NamedCustomers): Sql => {
  const within = (table: string) => sql`exists (select from ${raw(table)} k
    where ${ofNamed(scope, 'k')} and k.ticket_id = t.id and k.words @@ n.in_contact)`
  return sql`exists (select from ${rowsOf(named)} where ${ofNamed(scope, 't')}
    and (t.words @@ n.in_contact or ${within('comment')} or ${within('internal_note')}))`
}
