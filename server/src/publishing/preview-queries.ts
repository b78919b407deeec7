import type { PublishOpening, PublishPreview } from '@portico/contract/staff/publishing'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { sameCompany, sameContact, samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import { visibleToStaff } from '../tickets/staff/list-queries.ts'
import { isReader } from './notice-queries.ts'

const ROWS = raw('3')
const READERS = raw('20')
const TICKETS = raw('20')

const day = (column: string): Sql => raw(`(${column} at time zone p.time_zone)::date`)

/** The newest rows of the list that a row will stand in: name, day and total. */
const listRows = sql`case i.kind
  when 'invoice' then (select json_agg(x) from (select t.document_number as name, ${day('t.invoice_date')} as date, t.total
    from invoice t where ${sameContact('t', 'i')}
      and t.withdrawn_at is null order by t.invoice_date desc, t.id desc limit ${ROWS}) x)
  when 'estimate' then (select json_agg(x) from (select t.estimate_number as name, ${day('t.estimate_creation_date')} as date, t.total
    from estimate t where ${sameContact('t', 'i')}
      and t.withdrawn_at is null order by t.estimate_creation_date desc, t.id desc limit ${ROWS}) x)
  when 'report' then (select json_agg(x) from (select t.name, ${day('t.date_time')} as date, null::numeric as total
    from activity_report t where ${sameContact('t', 'i')}
      and t.withdrawn_at is null order by t.date_time desc, t.id desc limit ${ROWS}) x)
  when 'document' then (select json_agg(x) from (select t.document_name as name, ${day('t.create_date')} as date, null::numeric as total
    from document t where ${sameContact('t', 'i')}
      and t.withdrawn_at is null order by t.create_date desc, t.id desc limit ${ROWS}) x)
  when 'publicFile' then (select json_agg(x) from (select t.file_name as name, null::date as date, null::numeric as total
    from public_file t where ${samePortal('t', 'i')}
      and t.withdrawn_at is null order by t.name_order, t.id limit ${ROWS}) x) end`

/** What the customer will see of a row of the account, and whom it can be addressed to; undefined if there is no such row. */
export const previewOf = (db: Db, scope: StaffScope, itemId: number): Promise<PublishPreview | undefined> =>
  db.maybe(sql`with row as (select i.*, case i.kind when 'creditNote' then 'invoice' else i.kind end as list from publish_item i
      where i.service_company_id = ${scope.serviceCompanyId} and i.staff_account_id = ${scope.staffAccountId} and i.id = ${itemId}),
    i as (select row.*, row.list as shown from row)
    select case when p.id is not null then json_build_object('id', p.id, 'webPortalKey', p.web_portal_key, 'name', p.web_portal_name,
        'baseColor', p.base_color) end as portal,
      coalesce((select ${listRows} from (select i.service_company_id, i.portal_id, i.contact_id, i.list as kind) i where p.id is not null), '[]') as rows,
      array(select m.referent_name from membership m where ${sameCompany('m', 'i')} and m.portal_id = p.id
        and (i.kind = 'publicFile' or m.contact_id = i.contact_id) and m.active and ${isReader}
        order by m.referent_name limit ${READERS}) as readers,
      (select count(distinct m.web_user_id) from membership m where ${sameCompany('m', 'i')} and m.portal_id = p.id
        and (i.kind = 'publicFile' or m.contact_id = i.contact_id) and m.active and ${isReader}) as "readerCount",
      (select coalesce(json_agg(json_build_object('webUserId', m.web_user_id, 'name', m.referent_name, 'email', u.email, 'phone', u.phone)
          order by m.referent_name, m.web_user_id), '[]')
        from membership m join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id
        where ${sameCompany('m', 'i')} and m.portal_id = p.id and m.contact_id = i.contact_id and m.active) as people,
      (select coalesce(json_agg(x), '[]') from (select t.id, t.ticket_number as "ticketNumber", t.title from ticket t
        where ${visibleToStaff(scope)} and t.portal_id = p.id and t.contact_id = i.contact_id
        order by t.created_on desc, t.id desc limit ${TICKETS}) x) as tickets
    from i left join portal p on ${sameCompany('p', 'i')} and p.id = i.portal_id
      and (${scope.portalIds}::bigint[] is null or p.id = any(${scope.portalIds}::bigint[]))`)

/** What was published with a batch and is still, and who has signed it. */
export const openingsOf = (db: Db, scope: StaffScope, batchId: number): Promise<PublishOpening[]> =>
  db.list(sql`select i.id as "itemId", coalesce(case when i.kind in ('invoice', 'creditNote', 'estimate') then i.number end, i.title,
      i.file_name) as name, c.company_name as customer, array(select distinct coalesce(m.referent_name, c.company_name) from opening o
        left join membership m on ${sameContact('m', 'o')} and m.web_user_id = o.web_user_id
        where ${sameCompany('o', 'i')} and o.kind = case i.kind when 'creditNote' then 'invoice' else i.kind end
          and o.record_id = any(i.record_ids) order by 1) as "openedBy",
      array(select d.first_name || ' ' || d.last_name from signing_document d where i.kind = 'documentToSign'
        and ${sameContact('d', 'i')}
        and d.id = any(i.record_ids) and d.status = 'signed' order by d.id) as "signedBy"
    from publish_item i
    left join contact c on ${samePortal('c', 'i')} and c.id = i.contact_id
    where i.service_company_id = ${scope.serviceCompanyId} and i.staff_account_id = ${scope.staffAccountId}
      and i.batch_id = ${batchId} and i.state = 'published' order by i.id`)
