import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { newToken } from '../kernel/security/secrets.ts'
import { findAddressee } from './confirmation-queries.ts'
import { composeNoticeMail, type NoticeKind } from './notice-mails.ts'
import { insertSignInNotice } from './places/sign-in-notice-queries.ts'

/**
 * A security notice to a user. `address` and `device` (the User-Agent) are those of the request, `company` is its portal's key; `at` is an ISO 8601
 * instant.
 */
export type Notice = {
  kind: NoticeKind
  serviceCompanyId: number
  webUserId: number
  at: string
  company?: string | undefined
  address?: string | undefined
  device?: string | undefined
  /** The e-mail address that it goes to, where that is no longer the one of the account. */
  email?: string | undefined
  /** The session that a sign-in from a new place has opened. */
  sessionId?: number
}

const NOTICE = 'account-notice'

/** Mails the notice if the transaction commits. Mail preferences do not apply to it. */
export const enqueueNotice = (db: Db, notice: Notice): Promise<void> =>
  enqueue(db, { kind: NOTICE, serviceCompanyId: notice.serviceCompanyId, payload: JSON.stringify(notice) })

/** The job behind {@link enqueueNotice}. Users without e-mail address or active membership get no mail. */
export const noticeJob = ({ database, messages }: Deps): JobKind => ({
  kind: NOTICE,
  atOnce: 2,
  delays: [5, 30, 120, 600],
  run: async ({ payload }) => {
    const notice = JSON.parse(payload) as Notice
    await tx(database, async db => {
      const to = (await findAddressee(db, notice, notice.company)) ?? (await findAddressee(db, notice, undefined))
      if (!to) return
      const key = newToken()
      const { sessionId, address, device } = notice
      if (sessionId !== undefined) {
        const at = new Date(notice.at)
        await insertSignInNotice(db, to, { key, sessionId, at, address, device })
      }
      const language = to.language ?? 'it-IT'
      await messages.mail(db, {
        serviceCompanyId: to.serviceCompanyId,
        portalId: to.portalId,
        to: [{ name: to.referentName, address: notice.email ?? to.email }],
        language,
        ...composeNoticeMail(notice, to, { language, key: sessionId === undefined ? undefined : key }),
      })
    })
  },
})
