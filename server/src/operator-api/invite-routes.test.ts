import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { aContact, aMembership, aUser, type Person } from '../../test/fixtures/factories.ts'
import { anOperator } from '../../test/fixtures/operator.ts'
import { sql } from '../kernel/database/db.ts'

const app = await testApp()
const { database } = app

const pathOf = async ({ membershipId }: Person, change = sql`active = active`) => {
  const { name } = await database.one<{ name: string }>(sql`update membership set ${change}
    where id = ${membershipId} returning external_id as name`)
  return `/memberships/${name}/invite`
}

test('a member is mailed a link, the same one again; a member with a password is mailed about the contact', async () => {
  const person = await aUser(database, { invited: true })
  const operator = await anOperator(app, person)
  const links = []
  for (let n = 0; n < 2; n++) {
    const { status, json } = await operator('POST', await pathOf(person))
    expect([status, json]).toEqual([202, { outcome: 'invited', email: person.email }])
    const [mail] = (await app.delivered()).mails
    expect(mail?.recipients).toEqual([person.email])
    links.push(/\/confirm\?key=[\w-]+/.exec(mail?.text ?? '')?.[0])
  }
  expect(links[0]).toBeDefined()
  expect(links[1]).toBe(links[0])

  const known = await aUser(database, { contact: person })
  expect((await operator('POST', await pathOf(known))).json.outcome).toBe('told')
  expect((await app.delivered()).mails[0]?.text).toContain(`/${known.company}/login`)
})

test('the mail is about the contact of the membership, not another', async () => {
  const person = await aUser(database, { invited: true })
  const second = await aContact(database, person)
  const membershipId = await aMembership(database, second, person.webUserId)
  await (await anOperator(app, person))('POST', await pathOf({ ...person, membershipId }))
  expect((await app.delivered()).mails[0]?.text).toContain(second.companyName)
})

test('another company, a key of other portals and a read-only key cannot invite', async () => {
  const person = await aUser(database, { invited: true })
  const { serviceCompanyId, portalId } = await aUser(database)
  const path = await pathOf(person)
  const mayInvite = async (given: Parameters<typeof anOperator>[1]) =>
    (await (await anOperator(app, given))('POST', path)).status
  const { serviceCompanyId: own } = person
  expect(await mayInvite({ serviceCompanyId })).toBe(404)
  expect(await mayInvite({ serviceCompanyId: own, portalIds: [portalId] })).toBe(404)
  expect(await mayInvite({ serviceCompanyId: own, readOnly: true })).toBe(403)
  expect(await mayInvite({ serviceCompanyId: own, portalIds: [person.portalId] })).toBe(202)
  expect((await app.delivered()).mails).toHaveLength(1)
})

test('an ended membership and one without an address are refused with the reason', async () => {
  const [ended, silent] = [await aUser(database, { invited: true }), await aUser(database, { invited: true })]
  await database.run(sql`update web_user set email = null where id = ${silent.webUserId}`)
  const detail = async (person: Person, path: string) => (await (await anOperator(app, person))('POST', path)).problem
  expect(await detail(ended, await pathOf(ended, sql`active = false`))).toMatchObject({
    code: 'conflict',
    detail: expect.stringContaining('ended'),
  })
  expect(await detail(silent, await pathOf(silent))).toMatchObject({
    code: 'conflict',
    detail: expect.stringContaining('no e-mail address'),
  })
  expect((await app.delivered()).mails).toHaveLength(0)
})

test('a key may mail 120 links a minute, invitations and others; its other calls and other keys are not limited by it', async () => {
  const person = await aUser(database, { invited: true })
  const [operator, other] = [await anOperator(app, person), await anOperator(app, person)]
  for (let n = 0; n < 120; n++)
    await operator('POST', n % 2 ? '/memberships/nobody/invite' : '/documentsToSign/no/send', {})
  const path = await pathOf(person)
  for (const one of [path, '/documentsToSign/no/send', '/bookingInvitations/no/send']) {
    const { headers, problem } = await operator('POST', one)
    expect(problem).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await operator('GET', '/memberships')).status).toBe(200)
  expect((await other('POST', path)).status).toBe(202)
  expect((await app.delivered()).mails).toHaveLength(1)
})
