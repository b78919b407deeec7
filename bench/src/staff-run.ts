import { staffTicketViews } from '@portico/contract/staff/tickets'
import { staffCookie } from '../../server/src/kernel/access/staff-scope.ts'
import { type Database, raw, sql } from '../../server/src/kernel/database/db.ts'
import { insertAccount } from '../../server/src/staff/account-queries.ts'
import { insertStaffSession } from '../../server/src/staff/session-queries.ts'
import type { BareRead } from './bare-server.ts'
import { fill } from './data.ts'
import type { Installation } from './installation.ts'
import { cell, head, line, type Measured, measure, SESSIONS } from './measure.ts'
import { startBare } from './processes.ts'

const TICKETS = Number(process.env.BENCH_STAFF_TICKETS ?? 1_000_000)
const OPEN = 10_000
const root = '/api/staff/tickets'

/** Of the tickets of `fill`, some thousands are open: part of them due, part unassigned, part waiting, part with a customer's last word. */
const openSome = [
  `update ticket set task_status = 2, task_step_id = 3 where task_status <> 2 and id % ${Math.round(TICKETS / OPEN)} <> 0`,
  `update ticket set task_status = case when id / 100 % 5 = 0 then 1 else 0 end, task_step_id = case when id / 100 % 5 = 0 then 2 else 1 end,
    staff_user_id = case when id / 100 % 4 = 0 then null else staff_user_id end, awaits_answer = id / 100 % 3 = 0,
    due_at = case when id / 100 % 2 = 0 then now() + (id / 100 % 144 - 24) * interval '1 hour' end
    where id % ${Math.round(TICKETS / OPEN)} = 0`,
]

/** Sessions of one employee who may see everything; each call gives another one's cookie. */
const signInStaff = async (database: Database): Promise<() => string> => {
  const now = new Date()
  const given = { serviceCompanyId: 1, staffUserId: 1, email: 'nome1@bench.example', role: 'administrator' as const }
  const account = await insertAccount(
    database,
    { ...given, portalIds: null, groupIds: [], isInstallationOperator: false },
    now,
  )
  if (!account) throw new Error('the account is there already')
  const cookies: string[] = []
  for (let n = 0; n < SESSIONS; n++) {
    const session = await insertStaffSession(database, account, { address: '127.0.0.1', device: 'bench', now })
    cookies.push(`${staffCookie}=${session?.token}`)
  }
  let turn = 0
  return () => cookies[turn++ % SESSIONS] ?? ''
}

// The least that gives the same information: plain columns of the same rows, by the same indexes.
const columns = `t.id, t.ticket_number, t.title, t.portal_id, p.web_portal_key, p.web_portal_name, p.base_color, t.contact_id, c.company_name,
  m.web_user_id, m.referent_name, t.task_type_id, y.name as type_name, y.color, t.task_step_id, s.name as step_name, t.task_status,
  t.staff_user_id, u.display_name, t.staff_group_id, g.name as group_name, t.created_on, t.due_at, t.awaits_answer, t.last_comment_on, r.read_to`
const joins = `join portal p on p.service_company_id = 1 and p.id = t.portal_id
  join contact c on c.service_company_id = 1 and c.portal_id = t.portal_id and c.id = t.contact_id
  join task_step s on s.service_company_id = 1 and s.portal_id = t.portal_id and s.id = t.task_step_id
  left join task_type y on y.service_company_id = 1 and y.portal_id = t.portal_id and y.id = t.task_type_id
  left join staff_group g on g.service_company_id = 1 and g.id = t.staff_group_id
  left join staff_user u on u.service_company_id = 1 and u.id = t.staff_user_id
  left join membership m on m.service_company_id = 1 and m.portal_id = t.portal_id and m.contact_id = t.contact_id
    and m.web_user_id = t.creator_web_user_id
  left join staff_ticket_read r on r.service_company_id = 1 and r.portal_id = t.portal_id and r.contact_id = t.contact_id
    and r.ticket_id = t.id and r.staff_account_id = 1`
const due = `coalesce(t.due_at, '9999-12-31 00:00:00+00'::timestamptz)`
const conditions = {
  mine: ['t.task_status <> 2 and t.staff_user_id = 1', due],
  unassigned: ['t.task_status <> 2 and t.staff_user_id is null', due],
  toAnswer: ['t.task_status <> 2 and t.awaits_answer', due],
  waiting: ['t.task_status <> 2 and t.task_status = 1', due],
  dueToday: [`t.task_status <> 2 and t.due_at < (now()::date + 1)::timestamptz`, due],
  open: ['t.task_status <> 2', due],
  closed: ['t.task_status = 2', 't.created_on desc'],
  all: ['true', 't.created_on desc'],
} as const

const leastPage = (view: keyof typeof conditions) => {
  const [where, order] = conditions[view]
  return `select ${columns} from (select * from ticket t where t.service_company_id = 1 and ${where} order by ${order}, t.id limit 51) t
    ${joins} order by ${order}, t.id`
}

const leastCounts = `select count(*) filter (where staff_user_id = 1) as mine, count(*) filter (where staff_user_id is null) as unassigned,
    count(*) filter (where awaits_answer) as answer, count(*) filter (where task_status = 1) as waiting,
    count(*) filter (where due_at < (now()::date + 1)::timestamptz) as today
  from ticket where service_company_id = 1 and task_status <> 2`

// Around a ticket the least that a page can be drawn from: of each kind the columns that it shows, with the names of who wrote them.
const ofTicket = (alias: string) => `${alias}.service_company_id = 1 and ${alias}.portal_id = t.portal_id
  and ${alias}.contact_id = t.contact_id and ${alias}.ticket_id = t.id`
const ofContact = (alias: string) =>
  `${alias}.service_company_id = 1 and ${alias}.portal_id = t.portal_id and ${alias}.contact_id = t.contact_id`
const writer = (alias: string) => `left join staff_user w on w.service_company_id = 1 and w.id = ${alias}.staff_user_id
  left join picture i on i.service_company_id = 1 and i.id = w.picture_id`
const rows = (columns: string, from: string) => `(select json_agg(x) from (select ${columns} from ${from}) x)`
const around = [
  rows(
    'k.id, k.message, k.creation_date, k.event, k.cc_list, k.sender_address, k.sender_name, n.web_user_id, n.referent_name, w.id as staff, w.display_name, i.name',
    `comment k ${writer('k')} left join membership n on n.service_company_id = 1 and n.portal_id = k.portal_id
      and n.contact_id = k.contact_id and n.web_user_id = k.sender_web_user_id where ${ofTicket('k')} order by k.creation_date, k.id`,
  ),
  rows(
    'k.id, k.message, k.created_on, w.id as staff, w.display_name, i.name',
    `internal_note k ${writer('k')} where ${ofTicket('k')} order by k.created_on, k.id`,
  ),
  rows(
    'k.id, k.field, k.before, k.after, k.changed_on, w.id as staff, w.display_name, i.name',
    `ticket_change k ${writer('k')} where ${ofTicket('k')} order by k.id`,
  ),
  rows(
    'k.id, k.minutes, k.activity_type_name, k.worked_on, v.activity_contract_id, v.contract_package_id, w.id as staff, w.display_name, i.name',
    `ticket_time k ${writer('k')} left join contract_activity v on v.service_company_id = 1 and v.portal_id = k.portal_id
      and v.contact_id = k.contact_id and v.id = k.contract_activity_id where ${ofTicket('k')} order by k.id`,
  ),
  rows(
    'k.comment_id, f.id, f.name',
    `ticket_file k join file f on f.service_company_id = 1 and f.portal_id = k.portal_id and f.contact_id = k.contact_id
      and f.id = k.file_id where ${ofTicket('k')} order by k.position`,
  ),
  rows(
    'k.note_id, f.id, f.name',
    `internal_note o join internal_note_file k on k.service_company_id = 1 and k.portal_id = o.portal_id
      and k.contact_id = o.contact_id and k.note_id = o.id
      join file f on f.service_company_id = 1 and f.portal_id = k.portal_id and f.contact_id = k.contact_id and f.id = k.file_id
      where ${ofTicket('o')} order by k.position`,
  ),
  rows(
    'k.id, k.sender_address, k.state, k.reason, k.comment_id, k.note_id, k.quoted_html is not null as quoted, k.storage_key',
    `received_mail k where k.service_company_id = 1 and k.ticket_id = t.id and k.state in ('taken', 'noted')`,
  ),
  rows(
    'k.id, k.message, k.cc_list, k.file_ids, k.closes, k.crossed, k.releases_on',
    `held_answer k where ${ofTicket('k')} and k.staff_account_id = 1`,
  ),
  rows(
    'k.mode, k.message, k.cc_list, k.file_ids, k.changed_at',
    `staff_draft k where ${ofTicket('k')} and k.staff_account_id = 1`,
  ),
  rows(
    `a.id, a.name, a.amount, a.opening_used, (select sum(j.amount) from contract_adjustment j where ${ofContact('j')} and j.activity_contract_id = a.id) as added, (select sum(v.minutes) from contract_activity v where ${ofContact('v')} and v.activity_contract_id = a.id) as used`,
    `activity_contract a where ${ofContact('a')} and a.in_hours and a.starts_at <= now() and a.ends_at > now()`,
  ),
  rows(
    `a.id, a.name, s.name as contract, a.amount, a.opening_used, (select sum(j.amount) from contract_adjustment j where ${ofContact('j')} and j.contract_package_id = a.id) as added, (select sum(v.minutes) from contract_activity v where ${ofContact('v')} and v.contract_package_id = a.id) as used`,
    `contract_package a join service_contract s on s.service_company_id = 1 and s.portal_id = a.portal_id and s.contact_id = a.contact_id
      and s.id = a.service_contract_id where ${ofContact('a')} and a.in_hours and s.active_from <= now()`,
  ),
  rows(
    'k.id, k.name, f.name as folder',
    `wiki_element k join wiki_folder f on f.service_company_id = 1 and f.portal_id = k.portal_id and f.contact_id = k.contact_id
      and f.id = k.wiki_folder_id where ${ofContact('k')} and k.id = t.wiki_element_id`,
  ),
]

const leastTicket = (
  id: number,
) => `select ${columns}, t.description, c.phone, c.email, c.address, q.email as raiser, q.phone as raiser_phone,
    ${around.join(',\n    ')}
  from ticket t ${joins} left join web_user q on q.service_company_id = 1 and q.id = m.web_user_id
  where t.service_company_id = 1 and t.id = ${id}`

/** Measures the staff's queue, its counts and a ticket against the least statement for the same information on the baseline server. */
export const runStaff = async ({ admin, database, connection, ...made }: Installation): Promise<void> => {
  const began = performance.now()
  await fill(admin, TICKETS)
  for (const statement of openSome) await admin.run(raw(statement))
  await admin.run(raw('vacuum analyze ticket'))
  console.log(
    `${TICKETS} tickets, ${OPEN} open, ${await made.size()}, built in ${cell((performance.now() - began) / 1000)} s`,
  )
  const portico = await made.start()
  const cookie = await signInStaff(database)
  const { id } = await database.one<{ id: number }>(
    sql`select t.id from ticket t where t.task_status <> 2 and t.id <= 20000 limit 1`,
  )
  const calls: (Measured & { least: string })[] = [
    ...staffTicketViews.map(view => ({
      name: `first page of ${view}`,
      path: `${root}/view/${view}`,
      query: '',
      least: leastPage(view),
    })),
    { name: 'counts of the views', path: `${root}/views`, query: '', least: leastCounts },
    { name: 'a ticket with all around it', path: `${root}/${id}`, query: '', least: leastTicket(id) },
  ]
  const reads: Record<string, BareRead> = {}
  const measured: Measured[] = []
  for (const { name, path, least } of calls) {
    const view = /\/view\/(.+)$/.exec(path)?.[1]
    const own = view ? { path: root, query: `?view=${view}&limit=50` } : { path, query: '' }
    const answer = await fetch(portico.url + own.path + own.query, { headers: { cookie: cookie() } })
    if (!answer.ok) throw new Error(`${own.path}${own.query} answered ${answer.status}`)
    reads[path] = { text: least, values: [], one: false, links: {}, reply: await answer.json() }
    measured.push({ name, path: own.path, query: own.query, barePath: path })
  }
  const bare = await startBare({ connection, reads, writes: {} })
  try {
    console.log(head)
    for (const call of measured) {
      const [row] = await measure([{ call, portico, bare, cookie }], 16)
      if (row) console.log(line(row))
    }
  } finally {
    await bare.stop()
  }
}
