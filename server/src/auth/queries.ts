import type { Me } from '@portico/contract/auth'
import type { Language } from '@portico/contract/language'
import { flagColumns, flagsFor, letsIn, type UserScope } from '../kernel/access/scope.ts'
import { type Due, dueColumn, factorDueColumn, isByPassword } from '../kernel/access/sign-in-due.ts'
import { sameCompany, sameContact, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { byName } from '../kernel/database/search-words.ts'
import { fail } from '../kernel/errors/fail.ts'
import { choiceColumns } from '../notifications/queries.ts'
import { customCssLink } from '../portals/queries.ts'
import type { User } from './account-queries.ts'

/** The signed-in user with one contact per membership (an employee who sees as the user: the one that is seen), sorted by portal name, then company name. */
export const readMeOf = async (db: Db, scope: UserScope): Promise<Me> => {
  const me =
    await db.one<Me>(sql`select u.id, u.user_name as "userName", u.email, u.language, ${choiceColumns} as notifications, coalesce((
      select json_agg(c order by c."contactId") from (
        select m.contact_id as "contactId", c.company_name as "companyName",
          m.referent_name as "referentName", ${flagColumns}, ${dueColumn} as "signInDue",
          array(select g.id from merged_contact g where ${sameContact('g', 'm')} order by 1) as "formerIds",
          json_build_object('webPortalKey', p.web_portal_key, 'webPortalName', p.web_portal_name,
            'customCss', ${customCssLink}, 'disableHtmlEditor', p.disable_html_editor,
            'enableServiceContracts', p.enable_service_contracts) as "portalSettings"
        from membership m
        join contact c on ${samePortal('c', 'm')} and c.id = m.contact_id
        join portal p on ${sameCompany('p', 'm')} and p.id = m.portal_id
        left join session s on s.id = ${scope.sessionId}
        where ${sameCompany('m', 'u')} and m.web_user_id = u.id and ${letsIn('m')}
          and (${scope.actor === null} or m.id = ${scope.actor?.membershipId ?? null})
      ) c), '[]') as contacts
    from web_user u where u.service_company_id = ${scope.serviceCompanyId} and u.id = ${scope.webUserId}`)
  const contacts = me.contacts.map(contact => ({ ...contact, ...flagsFor(contact, scope.actor) }))
  const byCompany = byName(contacts, ({ companyName }) => companyName)
  return { ...me, contacts: byName(byCompany, ({ portalSettings }) => portalSettings.webPortalName) }
}

export const readPasswordHash = async (db: Db, scope: UserScope): Promise<string | null> => {
  const { hash } = await db.one<{ hash: string | null }>(
    sql`select password_hash as hash from web_user where service_company_id = ${scope.serviceCompanyId} and id = ${scope.webUserId}`,
  )
  return hash
}

/**
 * What a proof of the caller of a session has to meet. `factorDue`: what the session lacks of a second factor; null: nothing. `isFactorRequired`
 * and `isPasswordless`: whether a contact of the user requires one, and whether a portal of the user takes no passwords.
 */
export type ProofRule = {
  openedAt: Date
  isByPassword: boolean
  factorDue: Due
  isFactorRequired: boolean
  isPasswordless: boolean
}

/** Error: `unauthenticated` where the session has just ended. */
export const readProofRule = async (db: Db, { sessionId }: UserScope): Promise<ProofRule> => {
  const rule =
    await db.maybe<ProofRule>(sql`select s.created_at as "openedAt", ${isByPassword} as "isByPassword", ${factorDueColumn} as "factorDue",
      own.*
    from session s cross join lateral (
      select coalesce(bool_or(c.second_factor_required), false) as "isFactorRequired",
        coalesce(bool_or(p.disable_passwords), false) as "isPasswordless"
      from membership m
      join contact c on ${samePortal('c', 'm')} and c.id = m.contact_id
      join portal p on ${sameCompany('p', 'm')} and p.id = m.portal_id
      where ${sameCompany('m', 's')} and m.web_user_id = s.web_user_id and ${letsIn('m')}
    ) own
    where s.id = ${sessionId}`)
  return rule ?? fail('unauthenticated')
}

/** Replaces an imported hash that a sign-in has just matched, unless the password has changed meanwhile. */
export const replacePasswordHash = (
  db: Db,
  { serviceCompanyId, webUserId }: User,
  { from, to }: { from: string; to: string },
): Promise<number> =>
  db.run(sql`update web_user set password_hash = ${to}, replaced_hash = sha256(convert_to(${from}, 'UTF8'))
    where service_company_id = ${serviceCompanyId} and id = ${webUserId} and password_hash = ${from}`)

/** Updates the user's language, password hash, or both. */
export const updateUser = (
  db: Db,
  scope: UserScope,
  change: { language?: Language; passwordHash?: string },
): Promise<number> =>
  db.run(sql`update web_user set language = coalesce(${change.language ?? null}, language),
      password_hash = coalesce(${change.passwordHash ?? null}, password_hash),
      replaced_hash = case when ${change.passwordHash ?? null}::text is null then replaced_hash end
    where service_company_id = ${scope.serviceCompanyId} and id = ${scope.webUserId}`)
