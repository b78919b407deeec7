import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { addresseeOf } from './confirmation-queries.ts'
import { type NoticeKind, noticeMail } from './notice-mails.ts'

/**
 * Something about an account that its user has to know. `address` and `device` (as the browser describes itself) are those of whoever
 * did it, `company` the portal in which it was done; `at` is an instant in ISO 8601.
 */
export type Notice = {
  kind: NoticeKind
  serviceCompanyId: number
  webUserId: number
  at: string
  company?: string | undefined
  address?: string | undefined
  device?: string | undefined
}

const NOTICE = 'account-notice'

/** Tells the user by mail, if the transaction commits. No choice about mails switches it off. */
export const sendNotice = (db: Db, notice: Notice): Promise<void> =>
  enqueue(db, { kind: NOTICE, serviceCompanyId: notice.serviceCompanyId, payload: JSON.stringify(notice) })

/** Writes the mails that {@link sendNotice} asks for, to users who have an address and still belong to a contact. */
export const noticeJob = ({ database, messages }: Deps): JobKind => ({
  kind: NOTICE,
  atOnce: 2,
  delays: [5, 30, 120, 600],
  run: async ({ payload }) => {
    const notice = JSON.parse(payload) as Notice
    await tx(database, async db => {
      const to = (await addresseeOf(db, notice, notice.company)) ?? (await addresseeOf(db, notice, undefined))
      if (!to) return
      const language = to.language ?? 'it-IT'
      await messages.mail(db, {
        serviceCompanyId: to.serviceCompanyId,
        portalId: to.portalId,
        to: [{ name: to.referentName, address: to.email }],
        language,
        ...noticeMail(notice, to, language),
      })
    })
  },
})
