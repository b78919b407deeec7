import { expect, test } from 'vitest'
import { testApp } from '../../test/fixtures/app.ts'
import { called } from '../../test/fixtures/command.ts'
import { aContact, aUser } from '../../test/fixtures/factories.ts'
import { messages, secrets } from '../../test/fixtures/messages.ts'
import { inviteCommand, inviteUsage } from './invite-command.ts'

const app = await testApp()
const { database } = app

const run = (...args: string[]) => {
  const deps = { database, secrets, messages }
  return called('invite', { usage: inviteUsage, run: (args, streams) => inviteCommand(args, deps, streams) }, args)
}

test('a user is invited by user name, e-mail or externalId, and the link is mailed', async () => {
  const person = await aUser(database, { invited: true })
  for (const name of [person.userName, person.email.toUpperCase()]) {
    const { code, out } = await run(name)
    expect([code, out]).toEqual([
      0,
      `${person.userName} (${person.email}): invited\n1 mail is on its way, sent by the running server.\n`,
    ])
    const { mails } = await app.delivered()
    expect(mails.map(({ recipients }) => recipients)).toEqual([[person.email]])
  }
})

test('a user who has a password is mailed about the new contact instead', async () => {
  const person = await aUser(database)
  expect((await run(person.userName)).out).toContain('has a password and keeps it')
  expect((await app.delivered()).mails[0]?.text).toContain(`/${person.company}/login`)
})

test('--json lists who was mailed', async () => {
  const { userName, email } = await aUser(database, { invited: true })
  const { out } = await run(userName, '--json')
  expect(JSON.parse(out)).toEqual([{ userName, email, outcome: 'invited' }])
  await app.delivered()
})

test('a user name that exists in two service companies needs a portal', async () => {
  const [one, other] = [await aContact(database), await aContact(database)]
  await aUser(database, { contact: one, userName: 'twin', invited: true })
  await aUser(database, { contact: other, userName: 'twin', invited: true })
  expect(await run('twin')).toMatchObject({ code: 2, err: expect.stringContaining('--portal') })
  expect(await run('twin', '--portal', one.company)).toMatchObject({ code: 0 })
  expect((await app.delivered()).mails).toHaveLength(1)
})

test('--all invites every user without a password once, two a second', async () => {
  const contact = await aContact(database)
  for (let n = 0; n < 3; n++) await aUser(database, { contact, invited: true })
  const { code, out } = await run('--all', '--portal', contact.company)
  expect(code).toBe(0)
  expect(out.match(/: invited\n/g)).toHaveLength(3)
  const { mails } = await app.delivered()
  expect(mails).toHaveLength(1)
  expect(await run('--all', '--portal', contact.company)).toMatchObject({ code: 1 })
})

test.each([[[]], [['a', 'b']], [['a', '--all']], [['--fly']]])('arguments %j are invalid', async args => {
  expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining('portico invite') })
})

test('an unknown user is refused', async () => {
  expect(await run('nobody-at-all')).toMatchObject({ code: 1, err: expect.stringContaining('nobody-at-all') })
})
