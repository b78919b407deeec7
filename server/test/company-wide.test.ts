import { expect, test, vi } from 'vitest'
import { apis } from '../src/apis.ts'
import { empty, join, raw, sql } from '../src/kernel/database/db.ts'
import { testApp } from './fixtures/app.ts'
import { mailGrantDeps } from './fixtures/mail-grant-samples.ts'
import { aStaffAccount, asStaff } from './fixtures/staff.ts'
import { staffSamples } from './fixtures/staff-samples.ts'
import { aStaffWorld, type StaffWorld } from './fixtures/staff-world.ts'

// What belongs to a whole company is changed by accounts of all its portals, and not by those of one.

// Files are read in processes of their own.
vi.setConfig({ testTimeout: 300_000 })

const app = await testApp(await mailGrantDeps())
const { database } = app

/**
 * What a call may change of the rows that name no portal, although the account works for one portal only. A new entry needs a reason why this
 * reaches no other portal.
 */
const allowed: Record<string, readonly string[]> = {
  // Traces of any change: live events, mails to send, what files take, and counters.
  '*': ['event', 'job', 'stored_bytes'],
  // The caller's own account, sessions, uploads and list to publish.
  staffLogout: ['staff_session'],
  changeStaffPreferences: ['staff_account'],
  changeStaffPassword: ['staff_account'],
  beginStaffTotp: ['staff_second_factor'],
  removeStaffTotp: ['staff_second_factor'],
  uploadCannedAnswerFile: ['canned_answer_file'],
  uploadPublishedFile: ['staff_upload'],
  uploadPublishFile: ['publish_file'],
  tryTextMessage: ['staff_trial'],
  // People who belong to no portal beyond those of the caller: specification/staff-customers.md#person-account.
  invitePeople: ['invitation_mail', 'web_user'],
  inviteWaiting: ['invitation_mail'],
  changePerson: ['web_user'],
  invitePersonAgain: ['invitation_mail'],
  removePersonSecondFactor: ['passkey', 'recovery_code', 'second_factor'],
  revokeReplyAddresses: ['web_user'],
  resumeAddress: ['mail_address'],
  // Numbers that count up.
  raiseStaffTicket: ['service_company'],
  copyStaffTicket: ['service_company'],
  acceptMail: ['service_company'],
  changeTicketType: ['service_company'],
  changeTicketStep: ['service_company'],
  mergeCustomers: ['service_company'],
  // Rows of another table name the portal: of an account, a key, a webhook, a portal, an import, a consent.
  inviteStaff: ['staff_account', 'staff_link', 'staff_user'],
  createApiKey: ['api_key'],
  revokeApiKey: ['api_key'],
  createStaffWebhook: ['webhook'],
  changeStaffWebhook: ['webhook'],
  removeStaffWebhook: ['webhook'],
  rotateStaffWebhookSecret: ['webhook'],
  testStaffWebhook: ['webhook_delivery'],
  retryStaffDelivery: ['webhook_delivery'],
  changeStaffPortal: ['portal'],
  publishPrivacy: ['portal'],
  askMailGrant: ['mail_grant'],
  beginImport: ['import_run_file'],
  addImportFile: ['import_run_file'],
  mendImportCells: ['import_run_cell'],
  removeImport: ['import_run_file'],
  // How the headings of a file were read, which the next import proposes.
  startImportRun: ['import_mapping'],
  // The time of employees, who belong to no portal.
  planVisit: ['staff_hold'],
  moveBooking: ['staff_hold'],
  cancelStaffBooking: ['staff_hold'],
  createAbsence: ['staff_absence', 'staff_hold'],
  changeAbsence: ['staff_absence', 'staff_hold'],
  removeAbsence: ['staff_absence', 'staff_hold'],
}

const tables = await database.many<{ name: string; hasPortal: boolean }>(sql`select c.relname as name,
    bool_or(a.attname = 'portal_id') as "hasPortal"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  group by 1 having bool_or(a.attname = 'service_company_id') or c.relname = 'service_company'`)

/** What the rows of a company that name no portal hold, by table. */
const ofNoPortal = async ({ person: { serviceCompanyId } }: StaffWorld) => {
  const rows = await database.many<{ name: string; rows: string | null }>(
    join(
      tables.map(({ name, hasPortal }) => {
        const company = raw(name === 'service_company' ? 'id' : 'service_company_id')
        return sql`select ${name} as name, md5(string_agg(t::text, ',' order by t::text)) as rows from ${raw(name)} t
          where ${company} = ${serviceCompanyId} ${hasPortal ? sql`and portal_id is null` : empty}`
      }),
      ' union all ',
    ),
  )
  return new Map(rows.map(({ name, rows }) => [name, rows]))
}

test('an account of one portal changes nothing that belongs to the whole company', async () => {
  const writes = apis.staff.endpoints.filter(
    ({ access, method, operator, name }) => access === 'staff' && method !== 'GET' && !operator && staffSamples[name],
  )
  const found: string[] = []
  for (const endpoint of writes) {
    const world = await aStaffWorld(app)
    const { serviceCompanyId, portalId } = world.person
    const account = await aStaffAccount(app, { serviceCompanyId, portalIds: [portalId], hasPassword: true })
    const own = await asStaff(app, account)
    const sample = await staffSamples[endpoint.name]?.(world)
    const before = await ofNoPortal(world)
    await own(endpoint, sample as never)
    for (const [name, rows] of await ofNoPortal(world))
      if (before.get(name) !== rows && ![...(allowed['*'] ?? []), ...(allowed[endpoint.name] ?? [])].includes(name))
        found.push(`${endpoint.name}: ${name}`)
  }
  expect(found).toEqual([])
})
