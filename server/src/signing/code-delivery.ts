import type { CodeDelivery } from '@portico/contract/signing'
import { type Database, type Db, sql, tx } from '../kernel/database/db.ts'
import { recordEvent } from '../kernel/database/record-event.ts'
import type { Messages, SmsOutcome } from '../kernel/messages/messages.ts'
import type { Clock } from '../kernel/time/clock.ts'
import { appendEvidence, type DocumentId } from './evidence/evidence.ts'
import { mailCodeFailed } from './mails.ts'
import { lockedDocument } from './queries.ts'
import { maskedPhone } from './rules.ts'

const DAY = 24 * 3_600_000

type CodeId = DocumentId & { codeId: number }

/** Names a code to {@link followCode}, for `Messages.sms`. */
export const followName = ({ serviceCompanyId, portalId, contactId, id }: DocumentId, codeId: number): string =>
  JSON.stringify({ serviceCompanyId, portalId, contactId, id, codeId } satisfies CodeId)

const ofDocument = ({ serviceCompanyId, portalId, contactId, id }: DocumentId) =>
  sql`service_company_id = ${serviceCompanyId} and portal_id = ${portalId} and contact_id = ${contactId}
    and signing_document_id = ${id}`

/** The newest code of a document: to which phone it was sent and when, and what became of its message. */
export const newestCode = (
  db: Db,
  document: DocumentId,
): Promise<{ delivery: CodeDelivery; phone: string; sentAt: Date } | undefined> =>
  db.maybe(sql`select delivery, phone, sent_at as "sentAt" from signing_code where ${ofDocument(document)}
    order by id desc limit 1`)

/** Writes what became of a code's message, unless that was written already; the code. */
const setDelivery = (db: Db, { codeId, ...document }: CodeId, delivery: CodeDelivery, problem: string | null) =>
  db.maybe<{ phone: string }>(sql`update signing_code set delivery = ${delivery}, problem = ${problem}
    where ${ofDocument(document)} and id = ${codeId} and (delivery, problem) is distinct from (${delivery}, ${problem})
    returning phone`)

/** Whether a code is the newest of its document, and whether the company was told of another that failed since. */
const placeOf = (db: Db, { codeId, ...document }: CodeId, since: Date) =>
  db.one<{ isNewest: boolean; wasTold: boolean }>(sql`select max(id) = ${codeId} as "isNewest",
      count(*) filter (where id <> ${codeId} and delivery = 'failed' and sent_at > ${since}) > 0 as "wasTold"
    from signing_code where ${ofDocument(document)}`)

/**
 * Is told what becomes of the messages with codes, for the signer who waits and for the company: one that was given up goes into the
 * evidence, the feed and, once a day for a document, a mail.
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
      const document = await lockedDocument(db, code, now)
      const failed = await setDelivery(db, code, 'failed', problem)
      // Behind the signature there is nothing to add, and nobody waits for a code any more.
      if (!failed || document.status !== 'unsigned') return
      const phone = maskedPhone(failed.phone)
      await appendEvidence(db, document, { step: 'code_failed', at: now, address: null, detail: { phone } })
      const { isNewest, wasTold } = await placeOf(db, code, new Date(now.getTime() - DAY))
      if (!isNewest) return
      const detail = { phone, reason: outcome.problem }
      await recordEvent(db, document, { type: 'document.codeFailed', signingDocumentId: document.id, detail }, now)
      if (!wasTold) await mailCodeFailed(messages, db, document, { when: now, phone, reason: outcome.problem })
    })
  }
