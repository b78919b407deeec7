import { readMe } from '@portico/contract/auth'
import { listTickets } from '@portico/contract/tickets'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/fixtures/app.ts'
import { aContact, aUser } from '../../../test/fixtures/factories.ts'
import { sql } from '../database/db.ts'
import { hashToken, newToken } from '../security/secrets.ts'
import { findFactorDue } from './sign-in-due.ts'

const app = await testApp()
const { database } = app

test('a session that ends while its second factor is looked up is no session', async () => {
  await expect(findFactorDue(database, { sessionId: 0 })).rejects.toMatchObject({ code: 'unauthenticated' })
})

const shownBy = { nothing: null, app: 'totp', passkey: 'passkey' } as const

const cases = [null, 'password', 'link'].flatMap(method =>
  [true, false].flatMap(takesPasswords =>
    [true, false].flatMap(requiresFactor =>
      (['none', 'unconfirmed app', 'app', 'passkey', 'both'] as const).flatMap(has =>
        (['nothing', 'app', 'passkey'] as const).map(shown => ({ method, takesPasswords, requiresFactor, has, shown })),
      ),
    ),
  ),
)

/** What is due by the specification of sign-in, stated apart from the product. */
const expected = ({ method, takesPasswords, requiresFactor, has, shown }: (typeof cases)[number]) => {
  if (!takesPasswords && method !== 'link') return 'passwordless'
  if (!requiresFactor) return null
  const hasApp = has === 'app' || has === 'both'
  const hasPasskey = has === 'passkey' || has === 'both'
  if (shown !== 'nothing' && (hasApp || hasPasskey)) return null
  if (hasApp) return 'signIn'
  return hasPasskey ? 'passkey' : 'enrol'
}

test(`what a session owes is the same for its user and for the calls of a contact, in ${cases.length} cases`, async () => {
  const answers = await Promise.all(
    cases.map(async one => {
      const person = await aUser(database)
      const { serviceCompanyId, portalId, contactId, webUserId, userName, company } = person
      const token = newToken()
      await database.run(sql`insert into session (token_hash, service_company_id, web_user_id, remember, expires_at, method, second_factor)
        values (${hashToken(token)}, ${serviceCompanyId}, ${webUserId}, false, now() + interval '1 hour', ${one.method}, ${shownBy[one.shown]})`)
      await database.run(sql`update portal set disable_passwords = ${!one.takesPasswords} where id = ${portalId}`)
      await database.run(sql`update contact set second_factor_required = ${one.requiresFactor} where id = ${contactId}`)
      if (one.has !== 'none' && one.has !== 'passkey')
        await database.run(sql`insert into second_factor (service_company_id, web_user_id, encrypted_secret, confirmed_at)
          values (${serviceCompanyId}, ${webUserId}, 'x', ${one.has === 'unconfirmed app' ? null : new Date()})`)
      if (one.has === 'passkey' || one.has === 'both')
        await database.run(sql`insert into passkey (service_company_id, web_user_id, credential_id, rp_id, user_handle,
            public_key, sign_count, transports, backed_up, name, created_at)
          values (${serviceCompanyId}, ${webUserId}, ${Buffer.from(userName)}, 'portal.example', ${Buffer.from(userName)},
            ${Buffer.alloc(1)}, 0, '{}', false, 'Key', now())`)
      const { contactId: merged } = await aContact(database, person)
      await database.run(sql`delete from contact where id = ${merged}`)
      await database.run(sql`insert into merged_contact (service_company_id, portal_id, contact_id, id, external_id, company_name, merged_at)
        values (${serviceCompanyId}, ${portalId}, ${contactId}, ${merged}, ${String(merged)}, 'Officine', now())`)

      const headers = { authorization: `Bearer ${token}` }
      const me = await app.call(readMe, { headers })
      const dueOf = async (contactid: number) => {
        const answer = await app.call(listTickets, { params: { company, contactid }, headers })
        if (answer.status === 200) return null
        const { status, code, detail } = answer.problem
        return { status, code, detail }
      }
      return {
        ...one,
        me: me.body.contacts.map(({ signInDue }) => signInDue ?? null),
        own: await dueOf(contactId),
        merged: await dueOf(merged),
      }
    }),
  )
  const refusal = (due: string | null) => due && { status: 401, code: 'second_factor_required', detail: due }
  expect(answers).toEqual(
    cases.map(one => {
      const due = expected(one)
      return { ...one, me: [due], own: refusal(due), merged: refusal(due) }
    }),
  )
})
