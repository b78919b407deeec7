import type { CodeDelivery } from '@portico/contract/signing'
import { contactOf } from '../kernel/access/scope.ts'
import { type Database, type Db, sql, tx } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import type { Messages, SmsOutcome } from '../kernel/messages/messages.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { appendEvidence, type DocumentId } from './evidence/evidence.ts'
import { mailCodeFailed } from './mails.ts'
import { lockDocument } from './queries.ts'
import { maskPhone } from './rules.ts'

const DAY = 24 * 3_600_000

type CodeId = DocumentId & { codeId: number }

/** The delivery reference of a code, which `Messages.sms` passes on to {@link followCode}. */
export const deliveryReference = ({ serviceCompanyId, portalId, contactId, id }: DocumentId, codeId: number): string =>
  JSON.stringify({ serviceCompanyId, portalId, contactId, id, codeId } satisfies CodeId)

/** The codes of a document, whose contact may have been merged into another one since the message was queued. */
const ofDocument = ({ serviceCompanyId, portalId, contactId, id }: DocumentId) =>
  sql`service_company_id = ${serviceCompanyId} and portal_id = ${portalId}
    and contact_id = ${contactOf(sql`${serviceCompanyId}::bigint`, contactId)} and signing_document_id = ${id}`

/** The latest code of a document: phone, time of sending, and delivery state of its SMS. */
export const findLatestCode = (
  db: Db,
  document: DocumentId,
): Promise<{ delivery: CodeDelivery; phone: string; sentAt: Date } | undefined> =>
  db.maybe(sql`select delivery, phone, sent_at as "sentAt" from signing_code where ${ofDocument(document)}
    order by id desc limit 1`)

/** Sets the delivery state of a code's SMS; undefined if it already had that state. */
const setDelivery = (db: Db, { codeId, ...document }: CodeId, delivery: CodeDelivery, problem: string | null) =>
  db.maybe<{ phone: string }>(sql`update signing_code set delivery = ${delivery}, problem = ${problem}
    where ${ofDocument(document)} and id = ${codeId} and (delivery, problem) is distinct from (${delivery}, ${problem})
    returning phone`)

/** Whether a code is the latest of its document, and whether the company was notified of another failed one since a moment. */
const readCodeContext = (db: Db, { codeId, ...document }: CodeId, since: Date) =>
  db.one<{ isNewest: boolean; wasNotified: boolean }>(sql`select max(id) = ${codeId} as "isNewest",
      count(*) filter (where id <> ${codeId} and delivery = 'failed' and sent_at > ${since}) > 0 as "wasNotified"
    from signing_code where ${ofDocument(document)}`)

/**
 * Records the delivery state of code messages, which the signer's screen shows. A failed delivery is added to the evidence and the feed,
 * and mailed to the service company once a day per document.
 */
export const followCode =
  ({ database, messages, clock }: { database: Database; messages: Messages; clock: Clock }) =>
  async (follow: string, outcome: SmsOutcome): Promise<void> => {
    const code = JSON.parse(follow) as CodeId
    const problem = outcome.state === 'accepted' ? null : outcome.problem
    if (outcome.state !== 'failed') {
      await setDelivery(database, code, outcome.state, problem)
      return
    }
    await tx(database, async db => {
      const now = clock()
      const document = await lockDocument(db, code, now)
      const failed = await setDelivery(db, code, 'failed', problem)
      // Once signed, the evidence is complete, and nobody waits for a code.
      if (!failed || document.status !== 'unsigned') return
      const phone = maskPhone(failed.phone)
      await appendEvidence(db, document, { step: 'code_failed', at: now, address: null, detail: { phone } })
      const { isNewest, wasNotified } = await readCodeContext(db, code, new Date(now.getTime() - DAY))
      if (!isNewest) return
      const detail = { phone, reason: outcome.problem }
      await recordEvent(db, document, { type: 'document.codeFailed', signingDocumentId: document.id, detail }, now)
      if (!wasNotified) await mailCodeFailed(messages, db, document, { when: now, phone, reason: outcome.problem })
    })
  }
