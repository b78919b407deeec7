import type { Language } from '@portico/contract/language'
import { documentFlags } from '@portico/contract/sections'
import { sameCompany, sameContact } from '../kernel/access/tenant-joins.ts'
import { columnName } from '../kernel/database/column-name.ts'
import { type Db, raw, type Sql, sql } from '../kernel/database/db.ts'
import type { NoticeKind } from './texts.ts'

/** A person who is mailed what is new for them in a portal. */
export type NoticeReader = {
  webUserId: number
  name: string
  email: string
  language: Language | null
  portalId: number
  portalKey: string
  portalName: string
  files: { kind: NoticeKind; name: string; contactId: number }[]
}

/** Condition that membership `m` may see what row `i` was published as. */
export const isReader: Sql = sql`case i.kind ${raw(
  (['invoice', 'creditNote', 'estimate', 'report', 'document'] as const)
    .map(kind => `when '${kind}' then m.${columnName(documentFlags[kind === 'creditNote' ? 'invoice' : kind])}`)
    .join(' '),
)} when 'documentToSign' then m.web_user_id = any(i.signer_ids) when 'publicFile' then true else false end`

/**
 * Who is mailed about a batch, and about what: of every row that is still published and has a customer, but for documents to sign, whose signers are
 * mailed a link.
 */
export const noticeReaders = (
  db: Db,
  { serviceCompanyId, batchId }: { serviceCompanyId: number; batchId: number },
): Promise<NoticeReader[]> =>
  db.list(sql`select m.web_user_id as "webUserId", min(m.referent_name) as name, u.email, u.language, p.id as "portalId",
      p.web_portal_key as "portalKey", p.web_portal_name as "portalName",
      json_agg(json_build_object('kind', i.kind, 'name', coalesce(case when i.kind in ('invoice', 'creditNote', 'estimate') then i.number end,
        i.title, i.file_name), 'contactId', i.contact_id) order by i.id) as files
    from publish_item i
    join membership m on ${sameContact('m', 'i')}
      and m.active and ${isReader}
    join web_user u on ${sameCompany('u', 'm')} and u.id = m.web_user_id and u.email is not null
    join portal p on ${sameCompany('p', 'i')} and p.id = i.portal_id
    where i.service_company_id = ${serviceCompanyId} and i.batch_id = ${batchId} and i.state = 'published'
      and i.kind not in ('documentToSign', 'publicFile')
    group by m.web_user_id, u.email, u.language, p.id, p.web_portal_key, p.web_portal_name
    order by p.id, m.web_user_id`)
