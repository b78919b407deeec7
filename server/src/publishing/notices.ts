import { undoMinutes } from '@portico/contract/staff/publishing'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import { type Db, tx } from '../kernel/database/db.ts'
import { enqueue, type JobKind } from '../kernel/database/jobs.ts'
import type { Deps } from '../kernel/http/deps.ts'
import { ensureUnsubscribeKey } from '../notifications/queries.ts'
import { type NoticeReader, noticeReaders } from './notice-queries.ts'
import { type NoticeKind, noticeTexts } from './texts.ts'

const NOTICE = 'publish-notice'
/** How many files a mail names. */
const NAMED = 10
/** Mails leave a little after the last moment at which the files can be taken back. */
const DELAY_SECONDS = undoMinutes * 60 + 30

/** Enqueues the mails about a batch, in the transaction that makes it. */
export const enqueueNotices = (db: Db, { serviceCompanyId }: StaffScope, batchId: number): Promise<void> =>
  enqueue(db, {
    kind: NOTICE,
    serviceCompanyId,
    payload: JSON.stringify({ serviceCompanyId, batchId }),
    delaySeconds: DELAY_SECONDS,
  })

const PAGES: Record<NoticeKind, string> = {
  invoice: 'invoices',
  creditNote: 'invoices',
  estimate: 'estimates',
  report: 'activityreports',
  document: 'documents',
}

/** The list where the files are, or the portal if they are in several. */
const pathOf = ({ portalKey, files }: NoticeReader): string => {
  const [first, ...others] = new Set(files.map(({ kind, contactId }) => `/${portalKey}/${contactId}/${PAGES[kind]}`))
  return first !== undefined && others.length === 0 ? first : `/${portalKey}`
}

const mailReader = async (
  db: Db,
  { messages, secrets }: Pick<Deps, 'messages' | 'secrets'>,
  serviceCompanyId: number,
  reader: NoticeReader,
): Promise<void> => {
  const { webUserId, name, email, portalId, portalKey, portalName, files } = reader
  const key = await ensureUnsubscribeKey(db, secrets, { serviceCompanyId, webUserId }, 'filePublished')
  if (!key) return
  const language = reader.language ?? 'it-IT'
  const texts = noticeTexts[language]
  const facts = files.slice(0, NAMED).map(file => [texts.kinds[file.kind], file.name] as const)
  await messages.mail(db, {
    serviceCompanyId,
    portalId,
    to: [{ name, address: email }],
    language,
    subject: texts.subject(files.length, portalName),
    content: {
      title: texts.title(files.length),
      parts: [
        { facts },
        ...(files.length > NAMED ? [{ text: texts.more(files.length - NAMED) }] : []),
        { button: texts.open, path: pathOf(reader) },
      ],
    },
    unsubscribe: {
      why: texts.why,
      label: texts.stop,
      page: `/${portalKey}/notifications/${key}`,
      post: `/api/notifications/${key}/stop`,
    },
  })
}

/** Mails each person once for a batch, unless they have stopped these mails. */
export const noticeJob = ({ database, messages, secrets }: Deps): JobKind => ({
  kind: NOTICE,
  atOnce: 2,
  delays: [5, 30, 120, 600],
  inTurns: true,
  run: async ({ payload, finish }) => {
    const batch = JSON.parse(payload) as { serviceCompanyId: number; batchId: number }
    await tx(database, async db => {
      for (const reader of await noticeReaders(db, batch))
        await mailReader(db, { messages, secrets }, batch.serviceCompanyId, reader)
      await finish(db)
    })
  },
})
