import type { NewTemplate } from '@portico/contract/staff/records/assets'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { insertTemplate } from '../wiki/staff/template-queries.ts'
import type { StoredWeek } from '../working-hours/calendar-rules.ts'
import { writeCalendar } from '../working-hours/queries.ts'

const workday: StoredWeek[number] = [
  [8 * 60, 12 * 60 + 30],
  [13 * 60 + 30, 18 * 60 + 30],
]
const week: StoredWeek = [workday, workday, workday, workday, workday, [], []]
const closings = [{ name: 'Chiusura estiva', kind: 'yearly', from: '08-10', to: '08-21', days: null } as const]

const text = (name: string) => ({ typologyName: name, dataType: 'Text' }) as const
const templates: readonly NewTemplate[] = [
  {
    name: 'Compressore',
    properties: [
      text('Modello'),
      text('Matricola'),
      text('Pressione di lavoro'),
      { typologyName: 'Libretto', dataType: 'File' },
    ],
  },
  {
    name: 'Multifunzione',
    properties: [
      text('Modello'),
      text('Matricola'),
      text('Indirizzo IP'),
      { typologyName: 'Pagina di gestione', dataType: 'Link' },
    ],
  },
  {
    name: 'Firewall',
    properties: [text('Modello'), text('Numero di serie'), { typologyName: 'Licenza fino al', dataType: 'Date' }],
  },
]

/**
 * Makes what no import makes of the planning of the demo's first company: its working hours, templates of assets, and the time of visits
 * that are done. Each where the company has none; nothing without the demo.
 */
export const makeDemoPlanning = async (db: Db, now: Date): Promise<void> => {
  const company = await db.maybe<{ id: number; hasHours: boolean; hasTemplates: boolean }>(sql`select c.id,
      exists (select from working_hours w where w.service_company_id = c.id) as "hasHours",
      exists (select from asset_template t where t.service_company_id = c.id) as "hasTemplates"
    from service_company c where c.external_id = 'brenta'
      and exists (select from installation i where i.key = 'demo' and i.value -> 'serviceCompanies' ? c.external_id) for no key update of c`)
  if (!company) return
  const scope = { serviceCompanyId: company.id }
  if (!company.hasHours) await writeCalendar(db, scope, null, { week, closings, now })
  if (!company.hasTemplates) for (const template of templates) await insertTemplate(db, scope, template)
  await db.run(sql`insert into ticket_time (service_company_id, portal_id, contact_id, planned_activity_id, staff_user_id, minutes,
      activity_type_name, worked_on)
    select v.service_company_id, v.portal_id, v.contact_id, v.id, v.staff_user_id,
      extract(epoch from v.ends_at - v.starts_at)::int / 60, v.activity_type_name, v.starts_at
    from planned_activity v where v.service_company_id = ${company.id} and v.external_id like 'visita-%' and v.status = 'done'
      and v.staff_user_id is not null and not exists (select from ticket_time n where ${sameCompany('n', 'v')})`)
}
