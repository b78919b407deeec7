import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flags } from '@portico/contract/permissions'
import { expect } from 'vitest'
import { importFile } from '../src/import/import.ts'
import { root } from '../src/installation/installation.ts'
import { sql } from '../src/kernel/database/db.ts'
import type { TestApp } from './app.ts'
import { secrets } from './messages.ts'
import { testSeal } from './seal.ts'
import { workers } from './workers.ts'
import type { Person } from './world.ts'

// Two service companies with two portals with two contacts each, and for each a record of every kind that can be imported. Every
// text of theirs bears a mark that says whose it is, so that what leaks is seen wherever it stands.

type Fields = Record<string, unknown>
type Place = { company: string; portal: string; contact: string }

const day = '2026-03-01 09:00'
const later = '2026-12-31'

/** The lines of one place, by type: its own mark for each depth, `name` as texts, and ids that other lines name. */
const seeds: Record<string, (place: Place) => Fields | Fields[]> = {
  serviceCompany: ({ company }) => ({ externalId: company, name: company }),
  portal: ({ company, portal }) => ({
    externalId: portal,
    serviceCompany: company,
    webPortalKey: portal.toLowerCase(),
    webPortalName: portal,
    footerCustomHtml: portal,
    supportPhone: portal,
    address: portal,
    coverText: portal,
    privacyHtml: portal,
  }),
  group: ({ company }) => ({ externalId: `group-${company}`, serviceCompany: company, name: company }),
  staff: ({ company }) => ({
    externalId: `staff-${company}`,
    serviceCompany: company,
    firstName: company,
    lastName: company,
  }),
  contact: ({ portal, contact }) => ({ externalId: contact, portal, companyName: contact }),
  webUser: ({ company, contact }) => ({
    externalId: `user-${contact}`,
    serviceCompany: company,
    userName: `user.${contact}`,
    email: `${contact}@example.org`,
  }),
  membership: ({ contact }) => ({
    externalId: `user-${contact}`,
    contact,
    webUser: `user-${contact}`,
    referentName: contact,
    flags: [...flags],
  }),
  ticketType: ({ portal }) => ({ externalId: `type-${portal}`, portal, name: portal }),
  ticketStep: ({ portal }) =>
    [0, 1, 2].map(taskStatus => ({
      externalId: `step-${portal}-${taskStatus}`,
      portal,
      name: portal,
      taskStatus,
      position: taskStatus,
    })),
  wikiFolder: ({ contact }) => ({ externalId: `folder-${contact}`, contact, name: contact }),
  wikiElement: ({ contact }) => ({ externalId: `asset-${contact}`, folder: `folder-${contact}`, name: contact }),
  wikiProperty: ({ contact }) => ({
    externalId: `property-${contact}`,
    element: `asset-${contact}`,
    typologyName: contact,
    file: { path: 'a.txt', name: `${contact}.txt` },
  }),
  ticket: ({ portal, company, contact }) => ({
    externalId: `ticket-${contact}`,
    contact,
    title: contact,
    description: contact,
    createdOn: day,
    ticketType: `type-${portal}`,
    step: `step-${portal}-0`,
    creator: `user-${contact}`,
    staff: `staff-${company}`,
    group: `group-${company}`,
    wikiElement: `asset-${contact}`,
    attachments: [{ path: 'a.txt', name: `${contact}.txt` }],
  }),
  comment: ({ contact }) => ({
    externalId: `comment-${contact}`,
    ticket: `ticket-${contact}`,
    message: contact,
    creationDate: day,
    sender: `user-${contact}`,
    attachments: [{ path: 'a.txt', name: `${contact}.txt` }],
  }),
  internalNote: ({ contact, company }) => ({
    externalId: `note-${contact}`,
    ticket: `ticket-${contact}`,
    staff: `staff-${company}`,
    message: `secretnote ${contact}`,
    createdOn: day,
  }),
  plannedActivity: ({ contact }) => ({
    externalId: `planned-${contact}`,
    ticket: `ticket-${contact}`,
    activityTypeName: contact,
    start: later,
    end: '2027-01-01',
  }),
  bookableService: ({ portal, company }) => ({
    externalId: `service-${portal}`,
    portal,
    key: portal.toLowerCase(),
    name: portal,
    durationMinutes: 30,
    weeklyHours: ['MON 08:00-18:00'],
    horizonDays: 60,
    staff: [`staff-${company}`],
  }),
  bookingInvitation: ({ portal, contact }) => ({
    externalId: `booking-${contact}`,
    contact,
    service: `service-${portal}`,
    address: contact,
  }),
  appointment: ({ portal, company }) => ({
    externalId: `appointment-${portal}`,
    service: `service-${portal}`,
    staff: `staff-${company}`,
    start: portal.endsWith('1') ? '2026-03-09 08:00' : '2026-03-09 09:00',
    end: portal.endsWith('1') ? '2026-03-09 08:30' : '2026-03-09 09:30',
    companyName: portal,
    phone: '049 555 0100',
    bookedOn: day,
  }),
  tag: ({ portal }) => ({ externalId: `tag-${portal}`, portal, name: portal, tagGroupName: portal }),
  activityContract: ({ contact }) => ({
    externalId: `hours-${contact}`,
    contact,
    name: contact,
    start: day,
    end: later,
    hoursAmount: 10,
  }),
  serviceContract: ({ contact, portal }) => ({
    externalId: `service-${contact}`,
    contact,
    name: contact,
    status: 1,
    activeFrom: day,
    tags: [`tag-${portal}`],
    wikiElements: [`asset-${contact}`],
  }),
  contractDocument: ({ contact }) => ({
    externalId: `document-${contact}`,
    contract: `service-${contact}`,
    documentName: contact,
    file: { path: 'a.txt', name: `${contact}.txt` },
  }),
  contractPackage: ({ contact }) => ({
    externalId: `package-${contact}`,
    contract: `service-${contact}`,
    name: contact,
    hoursAmount: 10,
  }),
  contractActivity: ({ contact, company }) => ({
    externalId: `activity-${contact}`,
    contract: `hours-${contact}`,
    activityTypeName: contact,
    start: day,
    minutes: 30,
    staff: `staff-${company}`,
    address: contact,
    report: { path: 'a.txt', name: `${contact}.txt` },
  }),
  document: ({ contact }) => ({
    externalId: `file-${contact}`,
    contact,
    documentName: `${contact}.txt`,
    createDate: day,
    file: { path: 'a.txt', name: `${contact}.txt` },
  }),
  publicFile: ({ portal }) => ({
    externalId: `public-${portal}`,
    portal,
    file: { path: 'a.txt', name: `${portal}.txt` },
  }),
  invoice: ({ contact }) => ({
    externalId: `invoice-${contact}`,
    contact,
    documentNumber: contact,
    total: 10,
    invoiceDate: day,
    file: { path: 'a.txt', name: `${contact}.txt` },
    original: { path: 'a.xml', name: `${contact}.xml` },
  }),
  estimate: ({ contact }) => ({
    externalId: `estimate-${contact}`,
    contact,
    estimateName: contact,
    estimateNumber: contact,
    total: 10,
    estimateCreationDate: day,
    file: { path: 'a.txt', name: `${contact}.txt` },
  }),
  report: ({ contact }) => ({
    externalId: `report-${contact}`,
    contact,
    name: contact,
    dateTime: day,
    ticket: `ticket-${contact}`,
    wikiElement: `asset-${contact}`,
    file: { path: 'a.txt', name: `${contact}.txt` },
  }),
  subscription: ({ contact }) => ({
    externalId: `subscription-${contact}`,
    contact,
    code: contact,
    description: contact,
    quantity: 1,
    taxedTotal: 10,
    advanceDate: later,
    trigger: { recurrenceType: 30, recurrenceDay: 31, recurrenceMonth: 12 },
  }),
  documentToSign: ({ contact }) => ({
    externalId: `sign-${contact}`,
    contact,
    documentName: contact,
    file: { path: 'a.pdf', name: `${contact}.pdf` },
    firstName: contact,
    lastName: contact,
    sentOn: day,
  }),
  notification: ({ company, contact }) => ({
    externalId: `choice-${contact}`,
    serviceCompany: company,
    webUser: `user-${contact}`,
    kind: 'ticketReply',
  }),
  invitation: ({ contact }) => ({ externalId: `invitation-${contact}`, contact, webUser: `user-${contact}` }),
}

/** The kinds of lines of which there are two of each. */
export const seededKinds = Object.keys(seeds)

const places = ['zC1', 'zC2'].flatMap(company =>
  ['P1', 'P2'].flatMap(portal =>
    ['K1', 'K2'].map(contact => ({ company, portal: `${company}${portal}`, contact: `${company}${portal}${contact}` })),
  ),
)

const MARK = /zC\d(?:P\d(?:K\d)?)?(?=\D|$)/gi
// What is made at random in the address of a file may read like a mark.
const MADE = /(?<=\/files\/|&s=)[\w-]{22,}/g

/** The marks in a text, each once. */
export const marksIn = (text: string): string[] => [...new Set(text.replaceAll(MADE, '').match(MARK) ?? [])]

/** The marks in a text that are none of this contact, of its portal, or of its service company. */
export const foreignMarks = (text: string, { companyName }: Person): string[] =>
  marksIn(text).filter(mark => !companyName.toLowerCase().startsWith(mark.toLowerCase()))

/** Imports it all; whoever has every flag in each contact, by the contact's mark. */
export const twoOfEverything = async ({ database, storage }: TestApp): Promise<Map<string, Person>> => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-two-'))
  await writeFile(join(folder, 'a.txt'), 'text')
  await writeFile(join(folder, 'a.xml'), '<FatturaElettronica/>')
  await copyFile(join(root, 'demo/files/verbale-prova-fumi.pdf'), join(folder, 'a.pdf'))
  const lines = new Map<string, string>()
  for (const [type, seed] of Object.entries(seeds))
    for (const place of places) {
      for (const fields of [seed(place)].flat())
        lines.set(`${type} ${fields.externalId}`, JSON.stringify({ type, ...fields }))
    }
  const path = join(folder, 'lines.jsonl')
  await writeFile(path, [...lines.values()].join('\n'))
  const report = await importFile(
    { database, storage, secrets, seal: await testSeal(database, secrets), workers, log: () => {} },
    path,
  )
  await rm(folder, { recursive: true, force: true })
  expect(report.refused).toEqual([])
  type Row = Omit<Person, 'here'>
  const rows =
    await database.many<Row>(sql`select c.service_company_id as "serviceCompanyId", c.portal_id as "portalId",
      c.id as "contactId", c.company_name as "companyName", p.web_portal_key as company, u.id as "webUserId",
      u.user_name as "userName", u.email, m.id as "membershipId", m.referent_name as "referentName",
      (select id from task_type y where y.portal_id = p.id) as "taskTypeId", array(select s.id from task_step s where s.portal_id = p.id order by s.task_status) as steps
    from contact c join portal p on p.id = c.portal_id join membership m on m.contact_id = c.id join web_user u on u.id = m.web_user_id
    where c.company_name like 'zC%'`)
  expect(rows).toHaveLength(places.length)
  return new Map(
    rows.map(row => {
      const here = { company: row.company, contactid: row.contactId }
      return [row.companyName, { ...row, here }]
    }),
  )
}
