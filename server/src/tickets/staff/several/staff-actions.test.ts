import {
  changeStaffTickets,
  linkStaffTicket,
  mergeStaffTicket,
  readStaffTicketContext,
  searchStaff,
  unlinkStaffTicket,
} from '@portico/contract/staff/ticket-actions'
import {
  changeStaffTicket,
  countStaffTickets,
  createStaffNote,
  listStaffTickets,
  readStaffTicket,
  searchStaffAssets,
} from '@portico/contract/staff/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/fixtures/app.ts'
import { anActivityContract, aPackage, aServiceContract } from '../../../../test/fixtures/contracts.ts'
import {
  aComment,
  aContact,
  aPortal,
  aStaffGroup,
  aStaffUser,
  aTicket,
  aUser,
  aWikiElement,
} from '../../../../test/fixtures/factories.ts'
import { aStaffAccount, asStaff } from '../../../../test/fixtures/staff.ts'
import { sql } from '../../../kernel/database/db.ts'

const app = await testApp()
const { database } = app

/** Two groups of a company, a technician of the first, somebody of the office, and a customer. */
const aTeam = async () => {
  const person = await aUser(database, { referentName: 'Giulia Rossi' })
  const { serviceCompanyId } = person
  const [group, foreign] = [
    await aStaffGroup(database, person, { name: 'Impianti' }),
    await aStaffGroup(database, person, { name: 'Energia' }),
  ]
  const given = { serviceCompanyId, portalIds: [person.portalId] }
  const technicianAccount = await aStaffAccount(app, { ...given, role: 'technician', groupIds: [group] })
  const officeAccount = await aStaffAccount(app, { ...given, role: 'office' })
  const [technician, office] = [await asStaff(app, technicianAccount), await asStaff(app, officeAccount)]
  return { person, group, foreign, technician, office, technicianAccount, officeAccount }
}

test('beside a ticket stand person, customer, hours, asset, visits, earlier tickets, copies and links', async () => {
  const { person, foreign, technician, office } = await aTeam()
  const asset = await aWikiElement(database, person, { folder: 'Sala compressori', name: 'Kaeser SK 25' })
  const ticket = await aTicket(database, person, { wikiElementId: asset.id })
  const earlier = []
  for (let n = 1; n <= 6; n += 1)
    earlier.push(await aTicket(database, person, { status: 2, title: `n. ${n}`, createdOn: `2026-01-0${n}T10:00:00Z` }))
  const hidden = await aTicket(database, person, {
    staffGroupId: foreign,
    wikiElementId: asset.id,
    createdOn: '2025-01-01T10:00:00Z',
  })
  await anActivityContract(database, person, {
    name: 'Monte ore',
    amount: 2400,
    openingUsed: 1915,
    end: '2026-12-31T22:59:59Z',
  })
  await anActivityContract(database, person, { name: 'Unità', inHours: false })
  await anActivityContract(database, person, { name: 'Finito', end: '2026-02-01T00:00:00Z' })
  const service = await aServiceContract(database, person, { name: 'Assistenza', to: null })
  await aPackage(database, person, service, { name: 'Dieci ore', amount: 600 })
  const staffUserId = await aStaffUser(database, person)
  const visit = (title: string, start: string, ticketId: number | null, status = 'planned') =>
    database.run(sql`insert into planned_activity
      (service_company_id, portal_id, contact_id, ticket_id, activity_type_name, title, starts_at, ends_at, staff_user_id, status)
    values (${person.serviceCompanyId}, ${person.portalId}, ${person.contactId}, ${ticketId}, 'Intervento in sede', ${title},
      ${new Date(start)}, ${new Date(new Date(start).getTime() + 3_600_000)}, ${staffUserId}, ${status})`)
  await visit('passata', '2026-02-20T09:00:00Z', null, 'done')
  await visit('prossima', '2026-03-03T09:00:00Z', ticket.id)
  await visit('annullata', '2026-03-04T09:00:00Z', ticket.id, 'cancelled')
  await visit('altra', '2026-03-05T09:00:00Z', hidden.id)
  const first = await aComment(database, person, ticket.id)
  const second = await aComment(database, person, ticket.id)
  await database.run(sql`update comment set cc_list = 'B@example.it; a@example.it' where id = ${first}`)
  await database.run(sql`update comment set cc_list = 'a@example.it' where id = ${second}`)
  await app.as(person)

  const { body } = await technician(readStaffTicketContext, { params: { ticketid: ticket.id } })
  expect(body.person).toMatchObject({
    webUserId: person.webUserId,
    referentName: 'Giulia Rossi',
    email: person.email,
    administrator: true,
  })
  expect(body.person?.lastVisitOn).toBe('2026-03-02T08:30:00Z')
  expect(body.customer).toMatchObject({
    id: person.contactId,
    companyName: person.companyName,
    webPortalKey: person.company,
  })
  expect(body.hours).toMatchObject([
    { name: 'Assistenza · Dieci ore', totalMinutes: 600, residualMinutes: 600, endsOn: null },
    { name: 'Monte ore', totalMinutes: 2400, residualMinutes: 485, endsOn: '2026-12-31T22:59:59Z' },
  ])
  expect(body.asset).toEqual({ id: asset.id, name: 'Kaeser SK 25', folderName: 'Sala compressori', ticketCount: 1 })
  expect(body.upcomingVisits).toMatchObject([
    { title: 'prossima', ticketId: ticket.id, staffName: 'Anna Tecnica' },
    { title: 'altra', ticketId: null },
  ])
  expect(body.lastVisits).toMatchObject([{ title: 'passata', ticketId: null }])
  expect(body.earlierTickets.map(({ title }) => title)).toEqual(['n. 6', 'n. 5', 'n. 4', 'n. 3', 'n. 2'])
  expect(body.earlierTicketCount).toBe(earlier.length)
  expect(body.copyAddresses).toEqual(['a@example.it', 'b@example.it'])
  const inOffice = (await office(readStaffTicketContext, { params: { ticketid: ticket.id } })).body
  expect(inOffice).toMatchObject({ earlierTicketCount: earlier.length + 1, asset: { ticketCount: 2 } })
  expect(inOffice.upcomingVisits[1]?.ticketId).toBe(hidden.id)
})

test('a link stands in both tickets and their histories until it is removed; it shows nobody a hidden ticket', async () => {
  const { person, foreign, technician, office } = await aTeam()
  const [first, second] = [await aTicket(database, person), await aTicket(database, person, { staffGroupId: foreign })]
  const linksOf = async (caller: typeof office, ticketid: number) =>
    (await caller(readStaffTicketContext, { params: { ticketid } })).body.links
  const link = (caller: typeof office, ticketid: number, ticketId: number) =>
    caller(linkStaffTicket, { params: { ticketid }, body: { ticketId } })
  expect((await link(technician, first.id, second.id)).problem).toMatchObject({
    status: 404,
    errors: [{ path: 'body.ticketId' }],
  })
  expect((await link(office, first.id, second.id)).body).toMatchObject([{ kind: 'related', ticket: { id: second.id } }])
  expect((await link(office, second.id, first.id)).body).toMatchObject([{ kind: 'related', ticket: { id: first.id } }])
  expect(await linksOf(technician, first.id)).toEqual([])
  expect((await link(office, first.id, first.id)).problem.status).toBe(400)

  const unlink = (caller: typeof office) =>
    caller(unlinkStaffTicket, { params: { ticketid: second.id, otherid: first.id } })
  expect((await unlink(technician)).problem.status).toBe(404)
  expect((await unlink(office)).status).toBe(204)
  expect((await unlink(office)).problem.status).toBe(404)
  expect(await linksOf(office, first.id)).toEqual([])
  for (const [ticket, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const { changes } = (await office(readStaffTicket, { params: { ticketid: ticket.id } })).body
    expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['link', null, `#${other.number}`],
      ['link', `#${other.number}`, null],
    ])
  }
})

test('what a merge has linked cannot be unlinked', async () => {
  const { person, office } = await aTeam()
  const [first, second] = [await aTicket(database, person), await aTicket(database, person)]
  await office(mergeStaffTicket, { params: { ticketid: first.id }, body: { into: second.id } })
  const answer = await office(unlinkStaffTicket, { params: { ticketid: second.id, otherid: first.id } })
  expect(answer.problem).toMatchObject({ status: 409, code: 'conflict' })
})

test('many tickets change at once, each by itself; what is beyond reach is not found', async () => {
  const { person, group, foreign, technician, technicianAccount } = await aTeam()
  const stranger = await aUser(database)
  const [first, second, done] = [
    await aTicket(database, person),
    await aTicket(database, person, { staffGroupId: group }),
    await aTicket(database, person, { staffUserId: technicianAccount.staffUserId }),
  ]
  const [hidden, far] = [await aTicket(database, person, { staffGroupId: foreign }), await aTicket(database, stranger)]
  const ticketIds = [first.id, hidden.id, second.id, far.id, done.id]
  const change = (change: object, ids = ticketIds) =>
    technician(changeStaffTickets, { body: { ticketIds: ids, change } })
  const { results } = (await change({ assigneeId: technicianAccount.staffUserId })).body
  expect(results).toEqual([
    { ticketId: first.id, changed: true, error: null },
    { ticketId: hidden.id, changed: false, error: 'not_found' },
    { ticketId: second.id, changed: true, error: null },
    { ticketId: far.id, changed: false, error: 'not_found' },
    { ticketId: done.id, changed: false, error: null },
  ])
  const rows = await database.many<{ staffUserId: number | null }>(sql`select staff_user_id as "staffUserId" from ticket
    where id = any(${[hidden.id, far.id]}::bigint[])`)
  expect(rows).toEqual([{ staffUserId: null }, { staffUserId: null }])

  await app.delivered()
  const closed = (await change({ close: true, groupId: group }, [first.id, second.id])).body.results
  expect(closed.map(({ changed }) => changed)).toEqual([true, true])
  expect((await app.delivered()).mails).toHaveLength(2)
  const { body } = await technician(readStaffTicket, { params: { ticketid: first.id } })
  expect(body).toMatchObject({ step: { taskStatus: 2 }, group: { id: group } })
  expect(body.comments.map(({ event }) => event)).toEqual(['closed'])

  const elsewhere = await aPortal(database, person)
  expect((await change({ stepId: elsewhere.steps[0] }, [first.id])).body.results[0]?.error).toBe('not_found')
  expect((await change({}, [first.id])).problem.status).toBe(400)
  expect((await change({ close: true, stepId: person.steps[2] }, [first.id])).problem.status).toBe(400)
  expect((await change({ close: true }, [])).problem.status).toBe(400)
  expect((await change({ close: true }, [first.id, first.id])).problem.status).toBe(400)
  expect(
    (
      await change(
        { close: true },
        Array.from({ length: 101 }, (_, n) => n + 1),
      )
    ).problem.status,
  ).toBe(400)
})

test('groups, portals and late tickets are counted of what the account may see', async () => {
  const { person, group, foreign, technician, office } = await aTeam()
  const elsewhere = await aPortal(database, person)
  const far = await aUser(database, { contact: await aContact(database, elsewhere) })
  const late = await aTicket(database, person, { staffGroupId: group })
  await aTicket(database, person, { staffGroupId: foreign })
  await aTicket(database, person, { status: 2, staffGroupId: group })
  await aTicket(database, far)
  await database.run(sql`update ticket set due_at = '2026-03-02T08:00:00Z' where id = ${late.id}`)

  const seen = (await technician(countStaffTickets)).body
  expect(seen).toMatchObject({ mine: 0, unassigned: 1, toAnswer: 1, waiting: 0, dueToday: 1 })
  expect(seen.late).toEqual({ mine: 0, unassigned: 1, toAnswer: 1, waiting: 0, dueToday: 1 })
  expect(seen.groups).toEqual([{ id: group, name: 'Impianti', count: 1 }])
  expect(seen.portals).toMatchObject([{ id: person.portalId, webPortalKey: person.company, count: 1 }])
  const all = (await office(countStaffTickets)).body
  expect(all.groups.map(({ name, count }) => [name, count])).toEqual([
    ['Energia', 1],
    ['Impianti', 1],
  ])
  expect(all.portals).toMatchObject([{ count: 2 }])
  const administrator = await asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId }))
  const counts = (await administrator(countStaffTickets)).body.portals.map(({ id, count }) => [id, count])
  expect(Object.fromEntries(counts)).toEqual({ [person.portalId]: 2, [elsewhere.portalId]: 1 })

  const listed = (await office(listStaffTickets, { query: { view: 'toAnswer', group } })).body
  expect(listed.map(({ id }) => id)).toEqual([late.id])
})

test('the queue is searched in descriptions, messages and notes, of the own company and of visible tickets', async () => {
  const { person, foreign, technician, office } = await aTeam()
  const stranger = await aUser(database)
  const [described, messaged, noted, hidden] = [
    await aTicket(database, person, { title: 'a', description: '<p>La serranda è bloccata</p>' }),
    await aTicket(database, person, { title: 'b' }),
    await aTicket(database, person, { title: 'c' }),
    await aTicket(database, person, { title: 'd', staffGroupId: foreign }),
  ]
  await aTicket(database, stranger, { description: '<p>serranda bloccata</p>' })
  for (const { id } of [messaged, hidden]) await aComment(database, person, id, { message: 'serranda bloccata' })
  await office(createStaffNote, { params: { ticketid: noted.id }, body: { message: '<p>Serrànda&nbsp;bloccata</p>' } })
  const found = async (caller: typeof office, q: string) =>
    (await caller(listStaffTickets, { query: { q } })).body.map(({ id }) => id).sort((a, b) => a - b)
  expect(await found(technician, 'SERRAND bloc')).toEqual([described.id, messaged.id, noted.id])
  expect(await found(office, 'serranda')).toEqual([described.id, messaged.id, noted.id, hidden.id])
  expect(await found(office, 'serranda assente')).toEqual([])
  const counted = async (query: object) =>
    (await office(listStaffTickets, { query: { q: 'serranda', count: '1', ...query } })).headers['total-count']
  expect([await counted({}), await counted({ limit: 1 }), await counted({ limit: 1, view: 'toAnswer' })]).toEqual([
    '4',
    undefined,
    '4',
  ])
  expect(await found(office, String(described.number))).toContain(described.id)
})

test('the palette finds five of each kind, scoped by company, portal and role', async () => {
  const { person, foreign, technician, office, technicianAccount } = await aTeam()
  const stranger = await aUser(database, { referentName: 'Zefirino Altrove' })
  for (const owner of [person, stranger]) {
    await aWikiElement(database, owner, { folder: 'Sala', name: 'Zefirino 25' })
    await database.run(sql`with stored as (
        insert into file (service_company_id, portal_id, contact_id, purpose, name, media_type, inline, size, sha256, storage_key, claimed)
        values (${owner.serviceCompanyId}, ${owner.portalId}, ${owner.contactId}, 'invoice', 'f.pdf', 'application/pdf', true, 1, '\\x00',
          ${`key-${owner.contactId}`}, true) returning id)
      insert into invoice (service_company_id, portal_id, contact_id, document_number, number_order, search_text, total, invoice_date, file_id)
      select ${owner.serviceCompanyId}, ${owner.portalId}, ${owner.contactId}, 'ZEFIRINO/0438', 'x', 'zefirino/0438', 10, now(), id from stored`)
  }
  const tickets = []
  for (let n = 0; n < 6; n += 1)
    tickets.push(await aTicket(database, person, { title: `Zefirino ${n}`, createdOn: `2026-03-0${n + 1}` }))
  await aTicket(database, person, { title: 'Zefirino', staffGroupId: foreign, createdOn: '2026-04-01' })
  await aUser(database, { contact: person, referentName: 'Aldo Zefirino' })

  const search = async (caller: typeof office, q: string) => (await caller(searchStaff, { query: { q } })).body
  const inOffice = await search(office, 'zefirino')
  expect(inOffice.tickets).toHaveLength(5)
  expect(inOffice.tickets[0]).toMatchObject({
    label: 'Zefirino',
    contactId: person.contactId,
    portal: { id: person.portalId },
    step: { name: expect.any(String), taskStatus: 0 },
    assignee: null,
  })
  expect(inOffice.people).toMatchObject([{ label: 'Aldo Zefirino', sublabel: person.companyName }])
  expect(inOffice.assets).toMatchObject([{ label: 'Zefirino 25', sublabel: `Sala · ${person.companyName}` }])
  expect(inOffice.invoices).toMatchObject([{ label: 'ZEFIRINO/0438' }])
  expect((await search(office, '438')).invoices).toHaveLength(1)
  expect((await search(office, person.companyName.toUpperCase())).customers).toMatchObject([{ id: person.contactId }])

  await database.run(sql`update ticket set staff_user_id = ${technicianAccount.staffUserId}
    where id = ${tickets[5]?.id ?? 0}`)
  expect((await search(office, 'zefirino')).tickets[1]).toMatchObject({ assignee: 'Anna Tecnica' })

  const byTechnician = await search(technician, 'zefirino')
  expect(byTechnician.invoices).toEqual([])
  expect(byTechnician.tickets.map(({ id }) => id)).toEqual(
    tickets
      .slice(1)
      .map(({ id }) => id)
      .reverse(),
  )
  const nothing = { tickets: [], customers: [], people: [], invoices: [], assets: [] }
  const elsewhere = await asStaff(
    app,
    await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'office', portalIds: [] }),
  )
  expect(await search(elsewhere, 'zefirino')).toEqual(nothing)
  expect(await search(office, 'z')).toEqual(nothing)
  expect(await search(office, `'%_\\ & | !`)).toEqual(nothing)
  expect(await search(office, stranger.companyName)).toEqual(nothing)
})

test('a customer and something of it are found together, in any order, within what the account may see', async () => {
  const { person, foreign, technician, office } = await aTeam()
  await database.run(sql`update contact set company_name = 'Officine Rossìni S.r.l.', vat_number = 'IT03917640288'
    where id = ${person.contactId}`)
  const neighbour = await aUser(database, { contact: await aContact(database, person) })
  const asset = await aWikiElement(database, person, { folder: 'Sala', name: 'Compressore Kaeser' })
  await aWikiElement(database, neighbour, { folder: 'Sala', name: 'Compressore altrui' })
  const inTitle = await aTicket(database, person, { title: 'Compressore fermo' })
  const inMessage = await aTicket(database, person, { title: 'Linea 2' })
  await aComment(database, person, inMessage.id, { message: 'Il compressore perde olio' })
  const hidden = await aTicket(database, person, { title: 'Compressore nuovo', staffGroupId: foreign })
  await aTicket(database, neighbour, { title: 'Compressore degli altri' })
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)
  const search = async (caller: typeof office, q: string) => (await caller(searchStaff, { query: { q } })).body
  for (const q of ['rossini compr', 'compr officine rossini'])
    expect(idsOf((await search(office, q)).tickets), q).toEqual(idsOf([inTitle, inMessage, hidden]))
  expect(idsOf((await search(technician, 'rossini compr')).tickets)).toEqual(idsOf([inTitle, inMessage]))
  expect(idsOf((await search(office, 'rossini kaeser')).assets)).toEqual([asset.id])
  expect((await search(office, 'rossini giulia')).people).toMatchObject([{ label: 'Giulia Rossi' }])
  for (const q of ['rossini officine', '03917640288'])
    expect((await search(office, q)).customers, q).toMatchObject([{ id: person.contactId }])
  for (const view of ['all', 'toAnswer'] as const) {
    const listed = await office(listStaffTickets, { query: { q: 'rossini compressore', view, count: '1' } })
    expect(idsOf(listed.body), view).toEqual(idsOf(view === 'all' ? [inTitle, inMessage, hidden] : listed.body))
    expect(listed.body.length).toBeGreaterThan(0)
    expect(listed.body.every(({ contact }) => contact.id === person.contactId)).toBe(true)
  }
})

test('the assets of one customer are found by folder and name, and one of another customer cannot be given', async () => {
  const { person, technician } = await aTeam()
  const pump = await aWikiElement(database, person, { folder: 'Sala pompe', name: 'Grundfos 2' })
  const older = await aWikiElement(database, person, { folder: 'Sala pompe', name: 'Grundfos 10' })
  await aWikiElement(database, person, { folder: 'Cabina', name: 'Trasformatore' })
  const neighbour = await aContact(database, person)
  const foreign = await aWikiElement(database, neighbour, { folder: 'Sala pompe', name: 'Grundfos' })
  const find = async (q?: string) =>
    (await technician(searchStaffAssets, { params: { contactid: person.contactId }, query: q ? { q } : {} })).body
  expect(await find('POMPE')).toEqual([
    { id: pump.id, name: 'Grundfos 2', folderName: 'Sala pompe' },
    { id: older.id, name: 'Grundfos 10', folderName: 'Sala pompe' },
  ])
  expect((await find()).map(({ name }) => name)).toEqual(['Trasformatore', 'Grundfos 2', 'Grundfos 10'])
  expect(await find('100% pompe_')).toEqual([])

  const ticket = await aTicket(database, person)
  const change = (wikiElementId: number | null) =>
    technician(changeStaffTicket, { params: { ticketid: ticket.id }, body: { wikiElementId } })
  expect((await change(foreign.id)).problem).toMatchObject({ status: 404 })
  expect((await change(pump.id)).body).toMatchObject({
    wikiElement: { id: pump.id, name: 'Grundfos 2' },
    changes: [{ field: 'wikiElementId', before: null, after: 'Grundfos 2' }],
  })
})

test('the queue is filtered by the type of the tickets', async () => {
  const { person, office } = await aTeam()
  const { id: type } = await database.one<{ id: number }>(sql`insert into task_type
    (service_company_id, portal_id, name, external_id) values (${person.serviceCompanyId}, ${person.portalId}, 'Guasto', 'guasto') returning id`)
  await aTicket(database, person, { title: 'a question' })
  await aTicket(database, { ...person, taskTypeId: type }, { title: 'a breakdown' })
  const titles = async (query: { type?: number }) =>
    (await office(listStaffTickets, { query: { view: 'all', ...query } })).body.map(({ title }) => title)
  expect(await titles({ type })).toEqual(['a breakdown'])
  expect(await titles({})).toHaveLength(2)
})
