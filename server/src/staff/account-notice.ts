import type { Language } from '@portico/contract/language'
import { deviceName } from '@portico/contract/values/device-name'
import { staffLanguage } from '../kernel/access/staff-language.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import type { Deps } from '../kernel/http/deps.ts'
import type { Origin } from '../kernel/security/security-log.ts'
import { dateLocales } from '../kernel/time/locales.ts'
import { findMailPortal } from './account-list-queries.ts'
import { type AccountNoticeKind, accountNoticeTexts } from './account-notice-texts.ts'
import type { StaffAccount } from './account-queries.ts'

type Addressee = { displayName: string; email: string; language: Language; timeZone: string }

const formatTime = (now: Date, { language, timeZone }: Addressee) =>
  new Intl.DateTimeFormat(dateLocales[language], { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now)

/**
 * What the owner of an account is mailed: `origin` is theirs, undefined where somebody else did it. `key`: of a sign-in from a new place, whose
 * page ends its session. `to`: the address that the account had before; such a mail leads nowhere, because somebody else may read it.
 */
export type AccountNotice = { kind: AccountNoticeKind; origin?: Origin; now: Date; key?: string; to?: string }

const groupOf = (kind: AccountNoticeKind) => {
  if (kind === 'newPlace') return 'signIn'
  if (kind === 'addressChanged' || kind === 'noticeAddressChanged') return 'address'
  if (kind === 'wrongCodes') return 'codes'
  return kind.startsWith('password') ? 'password' : 'factor'
}

/**
 * Mails the owner of an account what became of its password, second factor or address, or that somebody signed in from a new place, if the
 * transaction commits. A company without a portal mails nothing.
 */
export const sendAccountNotice = async (
  db: Db,
  { messages }: Pick<Deps, 'messages'>,
  account: StaffAccount,
  { kind, origin, now, key, to: addressBefore }: AccountNotice,
): Promise<void> => {
  const { serviceCompanyId, staffAccountId } = account
  const portal = await findMailPortal(db, account, staffAccountId)
  if (!portal) return
  const to =
    await db.one<Addressee>(sql`select u.display_name as "displayName", a.email, ${staffLanguage('a')} as language,
      (select p.time_zone from portal p where ${sameCompany('p', 'a')} and p.id = ${portal.portalId}) as "timeZone"
    from staff_account a join staff_user u on ${sameCompany('u', 'a')} and u.id = a.staff_user_id
    where a.service_company_id = ${serviceCompanyId} and a.id = ${staffAccountId}`)
  const { language } = to
  const texts = accountNoticeTexts[language]
  const { subject, title, text } = texts.kinds[kind]
  const button =
    key === undefined
      ? { button: texts.open, path: '/staff/account' }
      : { button: texts.notMe, path: `/staff/sign-ins/${key}` }
  await messages.mail(db, {
    serviceCompanyId,
    portalId: portal.portalId,
    to: [{ name: to.displayName, address: addressBefore ?? to.email }],
    language,
    subject: subject(portal.companyName),
    content: {
      title,
      parts: [
        { text: text(portal.companyName) },
        {
          facts: [
            [texts.when, formatTime(now, to)],
            ...(origin === undefined
              ? []
              : ([
                  [texts.address, origin.address],
                  [texts.device, deviceName(origin.userAgent ?? null) ?? texts.unknown],
                ] as const)),
          ],
        },
        ...(addressBefore === undefined ? [button] : []),
        { note: texts.unexpected[groupOf(kind)] },
      ],
    },
  })
}
