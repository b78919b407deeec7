import { flags } from '@portico/contract/permissions'
import { columnName } from '../../server/src/kernel/database/column-name.ts'
import { type Database, raw } from '../../server/src/kernel/database/db.ts'

/** The user who signs in, a member of the first contact. All contacts own the same amount. */
export const owner = { company: 'bench', contactId: 1, webUserId: 1 }

const share = Number(process.env.BENCH_SHARE ?? 1)
const part = (count: number) => Math.max(1, Math.round(count * share))

/** What a contact owns. `BENCH_SHARE=0.01` creates a hundredth of it, to test the benchmark itself. */
export const sizes = {
  contracts: part(100),
  activities: part(200),
  invoices: part(10_000),
  elements: part(5000),
  properties: 20,
  documents: part(10_000),
}

/** The id of row `n` of contact `c`; each contact has its own range. */
const id = (n: string) => `c * 10000000 + ${n}`

const company = [
  `insert into service_company (id, name) overriding system value values (1, 'Bench')`,
  `insert into portal (service_company_id, id, web_portal_key, first_key, web_portal_name) overriding system value values (1, 1, 'bench', 'bench', 'Bench')`,
  `insert into staff_user (service_company_id, id, first_name, last_name, display_name) overriding system value
    select 1, n, 'Nome' || n, 'Cognome' || n, 'Nome' || n || ' Cognome' || n from generate_series(1, 8) n`,
]

const people = [
  `insert into contact (service_company_id, portal_id, id, company_name) overriding system value
    select 1, 1, c, 'Azienda ' || c || ' S.r.l.' from contacts`,
  `insert into web_user (service_company_id, id, user_name) overriding system value select 1, c, 'user' || c from contacts`,
  `insert into membership (service_company_id, portal_id, contact_id, web_user_id, referent_name, ${flags.map(columnName).join(', ')})
    select 1, 1, c, c, 'Persona ' || c, ${flags.map(() => 'true').join(', ')} from contacts`,
]

/** Files of one purpose, with ids from `first`. */
const files = (purpose: string, first: number, count: number) =>
  `insert into file (service_company_id, portal_id, contact_id, id, purpose, name, media_type, inline, size, sha256, storage_key, claimed)
    overriding system value
    select 1, 1, c, ${id(`${first} + n`)}, '${purpose}', '${purpose} ' || n || '.pdf', 'application/pdf', true, 40000, '\\x00',
      '${purpose} ' || c || ' ' || n, true
    from contacts, generate_series(1, ${count}) n`

const records = [
  files('contract', 0, sizes.contracts * sizes.activities),
  files('invoice', 1_000_000, sizes.invoices),
  files('wiki', 2_000_000, sizes.elements),
  files('document', 3_000_000, sizes.documents),
  `insert into activity_contract (service_company_id, portal_id, contact_id, id, name, name_order, starts_at, ends_at, in_hours, amount)
    overriding system value
    select 1, 1, c, ${id('n')}, 'Contratto ' || n, 'contratto ' || n, now() - n * interval '20 days',
      now() + (200 - n) * interval '2 days', n % 2 = 0, 60000
    from contacts, generate_series(1, ${sizes.contracts}) n`,
  `insert into contract_activity (service_company_id, portal_id, contact_id, id, activity_contract_id, activity_type_name, starts_at,
      minutes, units, staff_user_id, address_type, address, report_file_id)
    overriding system value
    select 1, 1, c, ${id(`(n - 1) * ${sizes.activities} + a`)}, ${id('n')}, 'Intervento in sede', now() - a * interval '9 hours',
      15 * (1 + a % 8), 1 + a % 3, 1 + a % 8, case a % 3 when 0 then 2 else 1 end,
      case a % 3 when 0 then 'Via Trieste ' || a || ', Padova' end,
      case a % 2 when 0 then ${id(`(n - 1) * ${sizes.activities} + a`)} end
    from contacts, generate_series(1, ${sizes.contracts}) n, generate_series(1, ${sizes.activities}) a`,
  `insert into invoice (service_company_id, portal_id, contact_id, id, document_number, number_order, search_text, total, invoice_date,
      file_id)
    overriding system value
    select 1, 1, c, ${id('n')}, 'FT ' || n, 'ft ' || n, 'ft ' || n, 100 + n % 5000, now() - n * interval '3 hours', ${id('1000000 + n')}
    from contacts, generate_series(1, ${sizes.invoices}) n`,
  `insert into wiki_folder (service_company_id, portal_id, contact_id, id, name) overriding system value
    select 1, 1, c, ${id('n')}, 'Reparto ' || n from contacts, generate_series(1, 20) n`,
  `insert into wiki_element (service_company_id, portal_id, contact_id, id, wiki_folder_id, name, folder_order, name_order, search_text)
    overriding system value
    select 1, 1, c, ${id('n')}, ${id('1 + n % 20')}, 'Quadro ' || n, 'reparto ' || 1 + n % 20, 'quadro ' || n,
      'reparto ' || 1 + n % 20 || ' quadro ' || n
    from contacts, generate_series(1, ${sizes.elements}) n`,
  `insert into wiki_property (service_company_id, portal_id, contact_id, id, wiki_element_id, position, typology_name, data_type, value,
      file_id, words)
    overriding system value
    select 1, 1, c, ${id(`n * ${sizes.properties} + p`)}, ${id('n')}, p, 'Voce ' || p, case p when 1 then 'File' else 'Text' end,
      case p when 1 then 'wiki ' || n || '.pdf' else 'Valore ' || n % 997 || ' della voce ' || p end,
      case p when 1 then ${id('2000000 + n')} end,
      array_to_tsvector(array[c || ':valore', c || ':' || n % 997])
    from contacts, generate_series(1, ${sizes.elements}) n, generate_series(1, ${sizes.properties}) p`,
  `insert into document (service_company_id, portal_id, contact_id, id, document_name, name_order, search_text, create_date, file_id)
    overriding system value
    select 1, 1, c, ${id('n')}, 'Documento ' || n || '.pdf', 'documento ' || n || '.pdf', 'documento ' || n || '.pdf', now() - n * interval '2 hours',
      ${id('3000000 + n')}
    from contacts, generate_series(1, ${sizes.documents}) n`,
]

const runAll = async (database: Database, statements: string[]) => {
  await database.run(raw('set session_replication_role = replica'))
  for (const statement of statements) await database.run(raw(statement))
}

/** Creates the service company, its portal and its staff. Connects as superuser to skip the foreign key checks. */
export const fillCompany = (database: Database): Promise<void> => runAll(database, company)

/** Creates the contacts with these numbers and everything they own. */
export const fillSections = async (database: Database, [from, to]: [from: number, to: number]): Promise<void> => {
  await runAll(database, [
    `create temporary table contacts as select c::bigint from generate_series(${from}, ${to}) c`,
    ...people,
    ...records,
    'drop table contacts',
  ])
  await database.run(raw('vacuum analyze'))
  await database.run(raw('checkpoint'))
}
