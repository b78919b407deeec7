import { requestRecovery } from '@portico/contract/auth'
import { requestSignInLink } from '@portico/contract/sign-in/links'
import { inviteStaff, inviteStaffAgain } from '@portico/contract/staff/accounts'
import { tryMail } from '@portico/contract/staff/portal-settings'
import { findAddressee } from '../../src/auth/confirmation-queries.ts'
import { invite } from '../../src/auth/confirmations.ts'
import { composeLinkMail } from '../../src/auth/link-mails.ts'
import type { NoticeKind } from '../../src/auth/notice-mails.ts'
import { enqueueNotice } from '../../src/auth/notices.ts'
import { noticeTexts } from '../../src/auth/texts/notices.ts'
import { sql, tx } from '../../src/kernel/database/db.ts'
import { sendAccountNotice } from '../../src/staff/account-notice.ts'
import { type AccountNoticeKind, accountNoticeTexts } from '../../src/staff/account-notice-texts.ts'
import { aUser } from '../fixtures/factories.ts'
import type { MailWorld } from './mail-world.ts'

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Links to sign in with, invitations, and the notices about an account of a customer, with passwords and without. */
export const customerAccountMails = async ({ app, language, portal, contact, giulia, deliver }: MailWorld) => {
  const { database, deps, clock } = app
  const name = { userName: giulia.userName, company: portal.company }
  const guest = await aUser(database, { contact, invited: true, referentName: 'Anna Dalmaso' })
  await database.run(sql`update web_user set language = ${language} where id = ${guest.webUserId}`)
  const addresseeOf = async (person: typeof giulia) =>
    (await findAddressee(database, person, portal.company)) ?? expectAddressee()
  const kinds = Object.keys(noticeTexts[language].kinds) as NoticeKind[]
  for (const disablePasswords of [false, true]) {
    const suffix = disablePasswords ? ' without passwords' : ''
    await database.run(sql`update portal set disable_passwords = ${disablePasswords} where id = ${portal.portalId}`)
    await app.call(requestRecovery, { body: name })
    await deliver(`recovery${suffix}`)
    await app.call(requestSignInLink, { body: name })
    await deliver(`link to sign in${suffix}`)
    for (const [kind, person] of [
      ['invitation', guest],
      ['further customer', giulia],
    ] as const) {
      const to = await addresseeOf(person)
      await tx(database, db => invite(db, deps, to, { now: clock.now(), delaySeconds: 0 }))
      await deliver(`${kind}${suffix}`)
    }
    await app.as(giulia)
    const { sessionId } = await database.one<{ sessionId: number }>(
      sql`select max(id) as "sessionId" from session where web_user_id = ${giulia.webUserId}`,
    )
    for (const kind of kinds) {
      const at = clock.now().toISOString()
      const { serviceCompanyId, webUserId } = giulia
      const seen = { company: portal.company, address: '203.0.113.24', device: browser }
      const session = kind === 'newPlace' ? { sessionId } : {}
      await tx(database, db => enqueueNotice(db, { kind, serviceCompanyId, webUserId, at, ...seen, ...session }))
      await deliver(`notice ${kind}${suffix}`)
    }
  }
  await database.run(sql`update portal set disable_passwords = false where id = ${portal.portalId}`)
  const to = await addresseeOf(giulia)
  await tx(database, db =>
    deps.messages.mail(db, {
      serviceCompanyId: to.serviceCompanyId,
      portalId: to.portalId,
      to: [{ name: to.referentName, address: to.email }],
      language,
      ...composeLinkMail('signInLink', to, { path: '/link?key=x', language }),
    }),
  )
  await deliver('link to sign in after guesses')
}

const expectAddressee = (): never => {
  throw new Error('nobody to write to')
}

/** Invitations and notices about an account of the staff, and a trial mail. */
export const staffAccountMails = async ({ app, language, portal, elena, ivan, deliver, keep }: MailWorld) => {
  const { database, deps, clock } = app
  const invited = await elena.call(inviteStaff, {
    body: {
      ...{
        firstName: 'Luca',
        lastName: 'Moser',
        email: `luca-${elena.email}`,
        role: 'technician',
        portalIds: null,
        language,
      },
    },
  })
  await deliver('staff invited')
  await elena.call(inviteStaffAgain, { params: { accountid: invited.body.account.id }, body: { language } })
  await elena.call(inviteStaffAgain, { params: { accountid: ivan.staffAccountId }, body: { language } })
  await deliver('staff invited again')
  const origin = { address: '203.0.113.24', userAgent: browser }
  for (const kind of Object.keys(accountNoticeTexts[language].kinds) as AccountNoticeKind[]) {
    const key = kind === 'newPlace' ? { key: 'x' } : {}
    await tx(database, db => sendAccountNotice(db, deps, ivan, { kind, origin, now: clock.now(), ...key }))
    await deliver(`staff notice ${kind}`)
  }
  const tried = await elena.call(tryMail, {
    params: { portalid: portal.portalId },
    body: { to: 'assistenza@brenta.example' },
  })
  if (tried.body.state !== 'sent') throw new Error(tried.text)
  keep('trial', (await app.delivered()).mails)
}
