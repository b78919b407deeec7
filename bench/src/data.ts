import { type Database, raw } from '../../server/src/kernel/database/db.ts'

/** The user who signs in to the data set, and the portal. */
export const reader = {
  company: 'bench',
  contactId: 1,
  webUserId: 1,
  userName: 'reader',
}

/** Tickets of each contact. A larger data set has more contacts, as a larger service company has. */
const TICKETS_A_CONTACT = 200
/** Tickets with a conversation; the reader's contact is among them. */
const WITH_COMMENTS = 20_000
const COMMENTS = 5

const vocabulary =
  `stampante server rete fattura caldaia quadro sensore errore allarme bloccata lenta riavvio cella motore pompa
  valvola filtro perdita rumore controllo accesso password utente posta allegato backup disco licenza aggiornamento telefono
  centralino linea internet firewall antivirus monitor tastiera scanner etichetta bilancia inverter compressore serranda
  cancello badge tornello lettore telecamera registratore gruppo continuità batteria luce emergenza estintore sopralluogo`
    .split(/\s+/)
    .filter(Boolean)

const words = `array[${vocabulary.map(word => `'${word}'`).join(',')}]`
const word = (n: string) => `(${words})[1 + abs(hashint8(${n})) % ${vocabulary.length}]`
const title = `initcap(${word('n')}) || ' ' || ${word('n * 7')} || ' in reparto ' || n % 40`
const text = `'Da questa mattina ' || ${word('n * 3')} || ' e ' || ${word('n * 5')} || ' non rispondono, ' || ${word('n * 11')} || ' compreso.'`
const prefixed = (
  contact: string,
  body: string,
) => `array_to_tsvector((select array_agg(distinct ${contact} || ':' || w)
  from regexp_split_to_table(lower(${body}), '\\W+') w where w <> ''))`

const company = [
  `insert into service_company (id, name, last_ticket_number) overriding system value values (1, 'Bench', 10000000)`,
  `insert into portal (service_company_id, id, web_portal_key, first_key, web_portal_name) overriding system value values (1, 1, 'bench', 'bench', 'Bench')`,
  `insert into staff_group (service_company_id, id, name) overriding system value values (1, 1, 'Assistenza')`,
  `insert into staff_user (service_company_id, id, first_name, last_name, display_name) overriding system value
    select 1, n, 'Nome' || n, 'Cognome' || n, 'Nome' || n || ' Cognome' || n from generate_series(1, 8) n`,
  `insert into task_type (service_company_id, portal_id, id, name, color, staff_group_id) overriding system value
    values (1, 1, 1, 'Guasto', '#d93f3f', 1), (1, 1, 2, 'Richiesta', '#2f6fd6', 1)`,
  `insert into task_step (service_company_id, portal_id, id, name, task_status, position) overriding system value
    values (1, 1, 1, 'Nuovo', 0, 1), (1, 1, 2, 'In attesa', 1, 2), (1, 1, 3, 'Chiuso', 2, 3)`,
]

const contacts = (count: number) => [
  `insert into contact (service_company_id, portal_id, id, company_name) overriding system value
    select 1, 1, n, 'Azienda ' || n || ' S.r.l.' from generate_series(1, ${count}) n`,
  `insert into web_user (service_company_id, id, user_name) overriding system value
    select 1, n, case n when 1 then '${reader.userName}' else 'user' || n end from generate_series(1, ${count * 2}) n`,
  `insert into membership (service_company_id, portal_id, contact_id, web_user_id, referent_name, manage_tickets, administrator,
      view_contact_wiki)
    select 1, 1, (n + 1) / 2, n, 'Persona ' || n, true, n % 2 = 1, true from generate_series(1, ${count * 2}) n`,
  `insert into wiki_folder (service_company_id, portal_id, contact_id, id, name) overriding system value
    select 1, 1, n, n, 'Sede' from generate_series(1, ${count}) n`,
  `insert into wiki_element (service_company_id, portal_id, contact_id, id, wiki_folder_id, name, folder_order, name_order, search_text)
    overriding system value select 1, 1, n, n, n, 'Quadro ' || n, 'sede', 'quadro ' || n, 'sede quadro ' || n
    from generate_series(1, ${count}) n`,
]

const tickets = (count: number) => [
  `insert into ticket (service_company_id, portal_id, contact_id, id, ticket_number, title, title_order, description, task_type_id,
      task_step_id, task_status, staff_group_id, staff_user_id, creator_web_user_id, wiki_element_id, created_on, words)
    overriding system value
    select 1, 1, contact, n, n, title, lower(title), '<p>' || body || '</p>', 1 + n % 2, case when n % 3 = 0 then 1 else 3 end,
      case when n % 3 = 0 then 0 else 2 end, 1, 1 + n % 8, contact * 2 - 1 + (n / ${TICKETS_A_CONTACT}) % 2 * 0,
      case when n % 2 = 0 then contact end, now() - (n % 200) * interval '3 hours' - n * interval '1 millisecond',
      ${prefixed('contact', "n || ' ' || title || ' ' || body")}
    from (select n, 1 + n % ${count / TICKETS_A_CONTACT} as contact, ${title} as title, ${text} as body
      from generate_series(1, ${count}) n) s`,
  `insert into planned_activity (service_company_id, portal_id, contact_id, ticket_id, activity_type_name, starts_at, ends_at, staff_user_id)
    select 1, 1, contact_id, id, 'Intervento in sede', now() + interval '2 days', now() + interval '2 days 2 hours', staff_user_id
    from ticket where id % 5 = 0 and task_status = 0 and id <= ${WITH_COMMENTS}`,
  `insert into comment (service_company_id, portal_id, contact_id, ticket_id, message, sender_web_user_id, staff_user_id, creation_date, words)
    select 1, 1, contact_id, t.id, '<p>' || body || '</p>', case when c % 2 = 0 then creator_web_user_id end,
      case when c % 2 = 1 then staff_user_id end, created_on + c * interval '1 hour', ${prefixed('contact_id', 'body')}
    from (select t.*, c, t.id * 10 + c as n from ticket t, generate_series(1, ${COMMENTS}) c
      where t.id <= ${WITH_COMMENTS} or contact_id = 1) t cross join lateral (select ${text} as body) b`,
  // As the triggers do, which do not run here.
  `update ticket set last_comment_on = created_on + ${COMMENTS} * interval '1 hour' where id <= ${WITH_COMMENTS} or contact_id = 1`,
]

const searches = ['ticket_words on ticket', 'comment_words on comment']

/** Fills an empty, migrated database with a number of tickets. Connects as superuser to skip the foreign key checks. */
export const fill = async (database: Database, count: number): Promise<void> => {
  const statements = [
    'set session_replication_role = replica',
    ...searches.map(index => `drop index ${index.split(' ')[0]}`),
    ...company,
    ...contacts(count / TICKETS_A_CONTACT),
    ...tickets(count),
    ...searches.map(index => `create index ${index} using gin (words)`),
    ...[
      'contact',
      'web_user',
      'membership',
      'ticket',
      'comment',
      'planned_activity',
      'wiki_folder',
      'wiki_element',
    ].map(table => `select setval(pg_get_serial_sequence('${table}', 'id'), 100000000)`),
  ]
  for (const statement of statements) await database.run(raw(statement))
  await database.run(raw('vacuum analyze'))
  await database.run(raw('checkpoint'))
}
