import { activeStatus } from '@portico/contract/contracts'
import { residual } from '../../contracts/activity-queries.ts'
import { sameCompany, sameContact, samePortal } from '../../kernel/access/tenant-joins.ts'
import { raw, type Sql, sql } from '../../kernel/database/db.ts'

/** Portal `p` as the staff's calls name it. */
export const portalObject: Sql = sql`json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'name', p.web_portal_name,
  'baseColor', p.base_color)`

/** Condition for the rows of table alias `alias` that belong to contact `c`. */
export const ofCustomer = (alias: string): Sql => sql`${samePortal(alias, 'c')} and ${raw(alias)}.contact_id = c.id`

/** When the web user of membership `alias` was last in a portal: an open session knows it best, a closed one leaves its sign-in. */
export const lastAccessOf = (alias: string): Sql => sql`greatest(
  (select max(s.last_seen_at) from session s where ${sameCompany('s', alias)} and s.web_user_id = ${raw(alias)}.web_user_id),
  (select max(a.last_used_at) from sign_in_address a where ${sameCompany('a', alias)} and a.web_user_id = ${raw(alias)}.web_user_id))`

/** The contracts and packages of contact `c` that run at a time. */
const running = (now: Date): Sql => sql`
  select a.name, a.in_hours, a.amount, ${residual('activity_contract', 'a')} as residual, a.ends_at as ends_on
  from activity_contract a where ${ofCustomer('a')} and a.starts_at <= ${now} and a.ends_at > ${now}
  union all
  select s.name || ' · ' || k.name, k.in_hours, k.amount, ${residual('contract_package', 'k')}, s.active_to
  from contract_package k join service_contract s on ${sameContact('s', 'k')} and s.id = k.service_contract_id
  where ${ofCustomer('k')} and s.status = ${activeStatus} and s.active_from <= ${now} and (s.active_to is null or s.active_to > ${now})`

/** Which part of the amount in row `alias` is left; null of nothing. */
export const shareOf = (alias: string): Sql => sql`${raw(alias)}.residual / nullif(${raw(alias)}.amount, 0)`

/** The running contract or package of contact `c` of which the smallest part is left. */
export const leastAllowance = (now: Date): Sql =>
  sql`select r.* from (${running(now)}) r order by ${shareOf('r')} nulls last, r.ends_on nulls last, r.name limit 1`

/** The letters and digits of a VAT number, without the prefix of Italy, which many leave out; null where there is none. */
export const vatKey = (alias: string): Sql =>
  sql`nullif(regexp_replace(upper(regexp_replace(${raw(alias)}.vat_number, '[^A-Za-z0-9]', '', 'g')), '^IT(?=[0-9])', ''), '')`
