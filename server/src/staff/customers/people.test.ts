import { readMe } from '@portico/contract/auth'
import {
  changePerson,
  countStaffCustomers,
  endPerson,
  endPersonSessions,
  invitationsAnHour,
  invitePeople,
  invitePersonAgain,
  inviteWaiting,
  readStaffCustomer,
  removePersonSecondFactor,
  restorePerson,
} from '@portico/contract/staff/customers/customers'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aMembership, aPortal, aUser, every, only, type Person } from '../../../test/fixtures/factories.ts'
import { aPasskey } from '../../../test/fixtures/passkeys.ts'
import { aSecondFactor } from '../../../test/fixtures/second-factors.ts'
import { aStaffAccount, asStaff } from '../../../test/fixtures/staff.ts'
import { sql } from '../../kernel/database/db.ts'

const app = await testApp()
const { database, clock } = app
clock.set('2026-11-23T10:00:00Z')

let people = 0
const anEmail = () => {
  people += 1
  return `persona${people}@cliente.example`
}

const withOffice = async (person: Pick<Person, 'serviceCompanyId'>, portalIds: number[] | null = null) =>
  asStaff(app, await aStaffAccount(app, { serviceCompanyId: person.serviceCompanyId, role: 'office', portalIds }))

const paramsOf = ({ contactId, membershipId }: Person) => ({ contactid: contactId, personid: membershipId })

test('people are invited, one or many, and mails are spread', async () => {
  const contact = await aContact(database)
  const office = await withOffice(contact)
  const [anna, bruno] = [anEmail(), anEmail()]
  const body = {
    people: [
      { referentName: 'Anna Neri', email: anna, phone: '333', language: 'es-ES' },
      { referentName: 'Bruno Neri', email: bruno },
    ],
    flags: { manageTickets: true },
  }
  const params = { contactid: contact.contactId }
  const answer = await office(invitePeople, { params, body })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual([
    { email: anna, outcome: 'invited', link: null },
    { email: bruno, outcome: 'invited', link: null },
  ])
  const { spread } = await database.one<{
    spread: number
  }>(sql`select extract(epoch from max(due_at) - min(due_at))::float as spread
    from job where kind = 'mail'`)
  expect(spread).toBeCloseTo(0.5)
  await database.run(sql`update job set due_at = now() where kind = 'mail'`)
  expect((await app.delivered()).mails.map(({ recipients }) => recipients)).toEqual([[anna], [bruno]])

  const { people } = (await office(readStaffCustomer, { params })).body
  expect(people).toMatchObject([
    {
      referentName: 'Anna Neri',
      userName: anna,
      email: anna,
      phone: '333',
      language: 'es-ES',
      flags: only('manageTickets'),
      state: 'invited',
      invitedOn: '2026-11-23T10:00:00Z',
      hasPassword: false,
    },
    { referentName: 'Bruno Neri', state: 'invited' },
  ])
  expect((await office(invitePeople, { params, body })).body.map(({ outcome }) => outcome)).toEqual([
    'member',
    'member',
  ])
  clock.pass(8 * 24 * 3_600_000)
  const later = await withOffice(contact)
  expect((await later(readStaffCustomer, { params })).body.people[0]).toMatchObject({ state: 'never' })
  clock.set('2026-11-23T10:00:00Z')
})

test('who is known in the company gets access with the same account', async () => {
  const person = await aUser(database)
  const other = await aContact(database, person)
  const office = await withOffice(person)
  const body = { people: [{ referentName: 'Di là', email: person.email.toUpperCase() }], flags: {} }
  const { body: invited } = await office(invitePeople, { params: { contactid: other.contactId }, body })
  expect(invited).toMatchObject([{ outcome: 'told', link: null }])
  const { people } = (await office(readStaffCustomer, { params: { contactid: other.contactId } })).body
  expect(people).toMatchObject([{ webUserId: person.webUserId, referentName: 'Di là', otherCustomers: 1 }])
})

test('faults of a list are told at the line, and nobody is invited', async () => {
  const contact = await aContact(database)
  const office = await withOffice(contact)
  const good = { referentName: 'A', email: anEmail() }
  const fault = async (...people: object[]) =>
    (await office(invitePeople, { params: { contactid: contact.contactId }, body: { people, flags: {} } })).problem
      .errors?.[0]?.path
  expect(await fault(good, { referentName: 'B', email: 'b@' })).toBe('body.people.1.email')
  expect(await fault(good, good)).toBe('body.people.1.email')
  expect(await fault(good, { referentName: '  ', email: anEmail() })).toBe('body.people.1.referentName')
  expect(await fault(...Array.from({ length: 101 }, () => ({ referentName: 'A', email: anEmail() })))).toBe(
    'body.people',
  )
  const { body } = await office(readStaffCustomer, { params: { contactid: contact.contactId } })
  expect(body.people).toEqual([])
})

test('an invitation that is sent again and again is mailed a few times', async () => {
  const person = await aUser(database, { invited: true })
  const office = await withOffice(person)
  const params = paramsOf(person)
  await app.delivered()
  const answers = await Promise.all(Array.from({ length: 12 }, () => office(invitePersonAgain, { params })))
  const codes = answers.map(({ status }) => status)
  expect(codes.filter(status => status === 200)).toHaveLength(invitationsAnHour)
  expect(codes.filter(status => status === 429)).toHaveLength(12 - invitationsAnHour)
  expect((await app.delivered()).mails).toHaveLength(invitationsAnHour)
  const others = await aContact(database, person)
  const body = { people: [{ referentName: 'Ancora', email: person.email }], flags: {} }
  const invited = await office(invitePeople, { params: { contactid: others.contactId }, body })
  expect(invited.body[0]?.outcome).toBe('limited')
  expect((await app.delivered()).mails).toEqual([])
})

test('who waits for an invitation gets one, once, of the portals that the account works for', async () => {
  const person = await aUser(database, { invited: true })
  const { serviceCompanyId, portalId } = person
  const sister = await aUser(database, {
    ...{ contact: await aContact(database, await aPortal(database, { serviceCompanyId })), invited: true },
  })
  const archived = await aUser(database, { contact: await aContact(database, person), invited: true })
  await database.run(sql`update contact set archived_at = now() where id = ${archived.contactId}`)
  await aUser(database, { contact: person })
  await aUser(database, { invited: true })
  await app.delivered()
  const office = await withOffice(person)
  const waiting = async (portal?: string) =>
    (await office(countStaffCustomers, { query: { ...(portal && { portal }) } })).body.waiting
  expect([await waiting(), await waiting(sister.company)]).toEqual([2, 1])

  const both = await Promise.all([1, 2].map(() => office(inviteWaiting, { body: { portalId } })))
  expect(both.flatMap(({ body }) => body.people)).toEqual([{ email: person.email, outcome: 'invited', link: null }])
  expect(both[0]?.body.waiting).toBe(1)
  expect((await app.delivered()).mails.map(({ to }) => to[0]?.address)).toEqual([person.email])
  expect(await waiting()).toBe(1)

  const elsewhere = await withOffice(person, [portalId])
  expect((await elsewhere(inviteWaiting, { body: {} })).body).toEqual({ people: [], waiting: 0 })
  expect((await elsewhere(inviteWaiting, { body: { portalId: sister.portalId } })).problem).toMatchObject({
    ...{ status: 404, errors: [{ path: 'body.portalId' }] },
  })
  expect((await office(inviteWaiting, { body: {} })).body.people).toMatchObject([{ email: sister.email }])
})

test('where mails are not set up, the staff hand over the link', async () => {
  const person = await aUser(database, { invited: true })
  const office = await withOffice(person)
  const { deps } = app
  await app.delivered()
  deps.mailsAreSent = false
  const { link } = (await office(invitePersonAgain, { params: paramsOf(person) })).body
  deps.mailsAreSent = true
  const [mail] = (await app.delivered()).mails
  expect(link).toMatch(/\/confirm\?key=[\w-]{43}$/)
  expect(mail?.text).toContain(link)
})

test('nobody gets the link of a person who also reaches portals that are closed to the account', async () => {
  const person = await aUser(database, { invited: true })
  const { serviceCompanyId, portalId, webUserId } = person
  const office = await withOffice(person, [portalId])
  const colleague = await withOffice(person)
  const sister = await aContact(database, await aPortal(database, { serviceCompanyId }))
  await aMembership(database, sister, webUserId)
  const { deps } = app
  await app.delivered()
  deps.mailsAreSent = false
  try {
    expect((await office(inviteWaiting, { body: {} })).body.people).toEqual([
      { email: person.email, outcome: 'invited', link: null },
    ])
    const again = (await office(invitePersonAgain, { params: paramsOf(person) })).body
    expect(again).toMatchObject({ outcome: 'invited', link: null })
    const further = await aContact(database, person)
    const body = { people: [{ referentName: 'Anna', email: person.email }], flags: {} }
    expect((await office(invitePeople, { params: { contactid: further.contactId }, body })).body).toMatchObject([
      { outcome: 'invited', link: null },
    ])
    await database.run(sql`delete from invitation_mail where web_user_id = ${webUserId}`)
    const { link } = (await colleague(invitePersonAgain, { params: paramsOf(person) })).body
    expect(link).toMatch(/confirm/)
  } finally {
    deps.mailsAreSent = true
  }
})

test('flags hold for open sessions with the next call', async () => {
  const person = await aUser(database)
  await aUser(database, { contact: person })
  const office = await withOffice(person)
  const customer = await app.as(person)
  const flagsNow = async () => (await customer(readMe)).body.contacts[0]
  expect(await flagsNow()).toMatchObject({ viewContactInvoices: true, administrator: true })
  const { body } = await office(changePerson, {
    params: paramsOf(person),
    body: { flags: { viewContactInvoices: false, administrator: false } },
  })
  expect(body.flags).toEqual(every({ viewContactInvoices: false, administrator: false }))
  expect(await flagsNow()).toMatchObject({ viewContactInvoices: false, administrator: false, viewEstimates: true })
  await office(changePerson, { params: paramsOf(person), body: { flags: { viewContactInvoices: true } } })
  expect(await flagsNow()).toMatchObject({ viewContactInvoices: true, administrator: false })
  await app.deps.security.flush()
  expect(
    await database.many(
      sql`select distinct what, reason from security_event where web_user_id = ${person.webUserId} and what like 'staff.%'`,
    ),
  ).toEqual([{ what: 'staff.person.changed', reason: 'permissions' }])
})

test('two who take the flag of an administrator at once leave one', async () => {
  const one = await aUser(database)
  const other = await aUser(database, { contact: one })
  const office = await withOffice(one)
  const take = (person: Person) =>
    office(changePerson, { params: paramsOf(person), body: { flags: { administrator: false } } })
  const answers = await Promise.all([take(one), take(other)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('last_administrator')
  const body = { flags: { administrator: false }, anyway: true }
  expect((await office(changePerson, { params: paramsOf(one), body })).status).toBe(200)
  expect((await office(changePerson, { params: paramsOf(other), body })).status).toBe(200)
})

test('name, address, number and language are changed with a version', async () => {
  const person = await aUser(database, { invited: true })
  await database.run(sql`update web_user set user_name = email where id = ${person.webUserId}`)
  const office = await withOffice(person)
  const params = paramsOf(person)
  await office(invitePersonAgain, { params })
  const { version } = (await office(readStaffCustomer, { params })).body.people[0] ?? expect.fail('nobody')
  const email = anEmail()
  const body = { referentName: ' Nuova ', email, phone: '347', language: 'en-EN' }
  const headers = { 'if-match': `"${version}"` }
  const changed = await office(changePerson, { params, body, headers })
  // The link was mailed to the address before.
  expect(changed.body).toMatchObject({ ...body, referentName: 'Nuova', userName: email, invitationEndsOn: null })
  expect((await office(changePerson, { params, body: { phone: null }, headers })).problem.code).toBe('conflict')
  const other = await aUser(database, { contact: person })
  expect((await office(changePerson, { params, body: { email: other.email } })).problem).toMatchObject({
    code: 'conflict',
    errors: [{ path: 'body.email' }],
  })
  expect((await office(changePerson, { params, body: { referentName: ' ' } })).problem.errors?.[0]?.path).toBe(
    'body.referentName',
  )
})

test('an access ends with the sessions of who has no other, and is restored with its flags', async () => {
  const person = await aUser(database, { flags: only('viewContactWiki') })
  const office = await withOffice(person)
  const params = paramsOf(person)
  const customer = await app.as(person)
  expect((await office(endPerson, { params, body: {} })).body).toMatchObject({ state: 'ended', sessions: 0 })
  expect((await customer(readMe)).status).toBe(401)
  expect((await office(endPerson, { params, body: {} })).problem.code).toBe('conflict')
  expect((await office(invitePersonAgain, { params })).problem.code).toBe('conflict')
  expect((await office(restorePerson, { params })).body).toMatchObject({ flags: only('viewContactWiki') })
  expect((await office(restorePerson, { params })).problem.code).toBe('conflict')

  const elsewhere = await aContact(database, person)
  await aMembership(database, elsewhere, person.webUserId)
  const again = await app.as(person)
  await office(endPerson, { params, body: {} })
  expect((await again(readMe)).body.contacts.map(({ contactId }) => contactId)).toEqual([elsewhere.contactId])
  const back = await office(restorePerson, { params })
  expect(back.body.state).toBe('active')
  expect((await office(endPersonSessions, { params })).body.sessions).toBe(0)
  expect((await again(readMe)).status).toBe(401)
})

test('a lost second factor is removed with the sessions, which is mailed, and logged with who did it after which look', async () => {
  const person = await aUser(database)
  const { serviceCompanyId, webUserId } = person
  const office = await withOffice(person)
  const params = paramsOf(person)
  const remove = (check: string) => office(removePersonSecondFactor, { params, body: { check } })
  expect((await remove('inPerson')).problem.code).toBe('conflict')
  await aSecondFactor(app, { serviceCompanyId, webUserId })
  const call = await app.as(person)
  const read = async () =>
    (await office(readStaffCustomer, { params })).body.people.find(({ id }) => id === params.personid)
  expect((await read())?.hasSecondFactor).toBe(true)
  expect((await remove('because')).problem.code).toBe('invalid_request')
  await app.delivered()
  expect((await remove('calledBack')).body).toMatchObject({ hasSecondFactor: false, sessions: 0 })
  expect((await call(readMe)).status).toBe(401)
  const { mails } = await app.delivered()
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('verifica in due passaggi rimossa')])
  await app.deps.security.flush()
  expect(
    await database.many(sql`select what, reason, by_staff_account_id is not null as "byStaff" from security_event
      where web_user_id = ${webUserId} and what = 'secondFactor.removed'`),
  ).toEqual([{ what: 'secondFactor.removed', reason: 'calledBack', byStaff: true }])
})

test('of what is lost the chosen or all is removed, codes and passkeys, each of the person alone', async () => {
  const person = await aUser(database)
  const { serviceCompanyId, webUserId } = person
  const other = await aUser(database, { contact: person })
  const office = await withOffice(person)
  const params = paramsOf(person)
  const passkey = (holderId = webUserId) => aPasskey(app, { kind: 'customer', serviceCompanyId, holderId })
  const [phone, key, foreign] = [await passkey(), await passkey(), await passkey(other.webUserId)]
  await aSecondFactor(app, { serviceCompanyId, webUserId })
  const remove = (factors?: object) =>
    office(removePersonSecondFactor, { params, body: { check: 'inPerson', ...(factors && { factors }) } } as never)
  for (const passkeyIds of [[foreign], [phone, foreign]])
    expect((await remove({ codes: true, passkeyIds })).problem).toMatchObject({
      code: 'not_found',
      errors: [{ path: 'body.factors.passkeyIds' }],
    })
  expect((await remove({ codes: false, passkeyIds: [] })).problem.code).toBe('conflict')
  const call = await app.as(person)
  await app.delivered()
  const one = (await remove({ codes: false, passkeyIds: [phone] })).body
  expect(one).toMatchObject({ hasSecondFactor: true, passkeys: [{ id: key, name: 'iPhone', lastUsedAt: null }] })
  expect((await call(readMe)).status).toBe(401)
  expect((await remove()).body).toMatchObject({ hasSecondFactor: false, passkeys: [] })
  expect((await remove()).problem.code).toBe('conflict')
  const told = (await app.delivered()).mails.map(({ subject }) => subject.split(': ')[1])
  expect(told.sort()).toEqual(['passkey tolte', 'passkey tolte', 'verifica in due passaggi rimossa'])
  await app.deps.security.flush()
  expect(
    await database.many(sql`select what, reason from security_event
      where web_user_id = ${webUserId} and by_staff_account_id is not null order by id`),
  ).toEqual(['passkey.removed', 'secondFactor.removed', 'passkey.removed'].map(what => ({ what, reason: 'inPerson' })))
})

test('the last administrator goes only anyway', async () => {
  const person = await aUser(database)
  await aUser(database, { contact: person, flags: only() })
  const office = await withOffice(person)
  const params = paramsOf(person)
  expect((await office(endPerson, { params, body: {} })).problem.code).toBe('last_administrator')
  expect((await office(endPerson, { params, body: { anyway: true } })).status).toBe(200)
})

test('who also belongs to a portal out of reach keeps address, number, language and sessions', async () => {
  const person = await aUser(database)
  const elsewhere = await aContact(database, await aPortal(database, person))
  await aMembership(database, elsewhere, person.webUserId)
  const office = await withOffice(person, [person.portalId])
  const params = paramsOf(person)
  const [read] = (await office(readStaffCustomer, { params })).body.people
  expect(read?.isWithinReach).toBe(false)
  for (const body of [{ email: anEmail() }, { phone: '1' }, { language: 'en-EN' }])
    expect((await office(changePerson, { params, body })).problem.code).toBe('forbidden')
  expect((await office(endPersonSessions, { params })).problem.code).toBe('forbidden')
  await aSecondFactor(app, { serviceCompanyId: person.serviceCompanyId, webUserId: person.webUserId })
  expect((await office(removePersonSecondFactor, { params, body: { check: 'inPerson' } })).problem.code).toBe(
    'forbidden',
  )
  expect(
    (await office(changePerson, { params, body: { referentName: 'Qui', flags: { viewEstimates: false } } })).status,
  ).toBe(200)
  expect((await office(invitePersonAgain, { params: { ...params, contactid: elsewhere.contactId } })).status).toBe(404)
})

test('a changed address is told to the one before, unless nobody has used it yet', async () => {
  const person = await aUser(database)
  const invited = await aUser(database, { contact: person, invited: true })
  const office = await withOffice(person)
  await app.delivered()
  for (const one of [person, invited])
    expect((await office(changePerson, { params: paramsOf(one), body: { email: anEmail() } })).status).toBe(200)
  const { mails } = await app.delivered()
  expect(mails.map(({ to, subject }) => [to[0]?.address, subject])).toEqual([
    [person.email, expect.stringContaining('il tuo indirizzo e-mail è cambiato')],
  ])
  // It leads nowhere: whoever reads the old mailbox must not get in by it.
  expect(mails[0]?.html).not.toContain('forgot=true')
  expect(mails[0]?.html).not.toContain(`persona${people}@`)
})

test('neither a technician, nor another company, nor a person of another customer', async () => {
  const person = await aUser(database)
  const other = await aUser(database, { contact: await aContact(database, person) })
  const { serviceCompanyId } = person
  const technician = await asStaff(app, await aStaffAccount(app, { serviceCompanyId, role: 'technician' }))
  const stranger = await asStaff(app, await aStaffAccount(app))
  const office = await withOffice(person)
  const crossed = { contactid: person.contactId, personid: other.membershipId }
  const invitation = { people: [{ referentName: 'A', email: anEmail() }], flags: {} }
  for (const [endpoint, body] of [
    [changePerson, { referentName: 'X' }],
    [endPerson, {}],
    [restorePerson, undefined],
    [invitePersonAgain, undefined],
    [endPersonSessions, undefined],
    [removePersonSecondFactor, { check: 'inPerson' }],
    [invitePeople, invitation],
  ] as const) {
    const call = endpoint as typeof changePerson
    const sent = { params: paramsOf(person), ...(body && { body }) }
    expect((await technician(call, sent)).problem.code).toBe('forbidden')
    expect((await stranger(call, sent)).problem.code).toBe('not_found')
    if (endpoint !== invitePeople)
      expect((await office(call, { ...sent, params: crossed })).problem.code).toBe('not_found')
  }
})
