import { languages } from '@portico/contract/language'
import {
  type CannedAnswer,
  changeCannedAnswer,
  createCannedAnswer,
  fillCannedAnswer,
  listCannedAnswers,
  removeCannedAnswer,
  uploadCannedAnswerFile,
} from '@portico/contract/staff/canned-answers'
import { requireQuota } from '../../files/stored-bytes-queries.ts'
import { receiveUpload } from '../../files/uploads.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail, requireText } from '../../kernel/errors/fail.ts'
import { hasContent, replaceImageUrls } from '../../kernel/html/html.ts'
import { requireVersion } from '../../kernel/http/precondition.ts'
import { type App, route } from '../../kernel/http/route.ts'
import {
  CANNED_UPLOAD_LIFETIME,
  type CannedAnswerRow,
  cannedAnswerOf,
  cannedAnswersOf,
  cannedFilesOf,
  countCannedUploads,
  deleteCannedAnswer,
  insertCannedAnswer,
  insertCannedFile,
  lockCannedAnswers,
  setCannedFiles,
  type Texts,
  ticketFactsOf,
  updateCannedAnswer,
} from './canned-answer-queries.ts'
import { fillAnswer, mayEdit, readShortcut, requireWritable } from './canned-answers.ts'
import { staffFileUrl } from './files.ts'
import { cleanStaffHtml } from './ticket-reply.ts'

/** Maximum number of an account's uploads that no canned answer uses yet. */
const UPLOADS_MAX = 50

type SentTexts = { [L in keyof Texts]?: Texts[L] }

/** A canned answer as the staff get it. */
const cannedAnswer = (row: CannedAnswerRow, scope: StaffScope): CannedAnswer => {
  const files = row.files.map(file => ({ ...file, url: staffFileUrl(file, scope) }))
  const withUrls = (html: string | null) =>
    html === null ? null : replaceImageUrls(html, id => files.find(file => file.id === id)?.url)
  const texts = Object.fromEntries(languages.map(language => [language, withUrls(row.texts[language])])) as Texts
  return { ...row, texts, files, editable: mayEdit(scope, row) }
}

/** Cleans the texts that are named, in workers where they are long; one without content is null. */
const cleanTexts = async (app: App, scope: StaffScope, sent: SentTexts, fileIds: number[]): Promise<SentTexts> => {
  const cleaned: SentTexts = {}
  for (const language of languages) {
    const html = sent[language]
    if (html === undefined) continue
    const text = html === null ? '' : await cleanStaffHtml(app, scope, html, fileIds)
    cleaned[language] = hasContent(text) ? text : null
  }
  return cleaned
}

const noTexts: Texts = { 'it-IT': null, 'en-EN': null, 'es-ES': null }

/** What the staff answer with again and again. */
export const cannedAnswerRoutes = (app: App): void => {
  const { storage, storageQuota } = app.deps

  const answerOf = async (db: Db, scope: StaffScope, id: number): Promise<CannedAnswer> =>
    cannedAnswer((await cannedAnswerOf(db, scope, id)) ?? fail('not_found'), scope)

  /** A canned answer that the account may change; `not_found`, `forbidden`. */
  const requireEditable = async (db: Db, scope: StaffScope, id: number): Promise<CannedAnswerRow> => {
    const row = (await cannedAnswerOf(db, scope, id)) ?? fail('not_found')
    if (!mayEdit(scope, row)) fail('forbidden', { detail: 'It is for portals that you do not work for.' })
    return row
  }

  /** Removes the contents of files whose rows are gone; what fails is left to the sweep. */
  const removeContents = (keys: string[]) => storage.remove(keys).catch(() => undefined)

  route(app, listCannedAnswers, async ({ db, scope }) =>
    (await cannedAnswersOf(db, scope)).map(row => cannedAnswer(row, scope)),
  )

  route(
    app,
    createCannedAnswer,
    async ({ db, scope, body, now }, texts: SentTexts) => {
      const { portalId = null, files = [] } = body
      const stored = {
        name: requireText(body.name, 'body.name'),
        shortcut: readShortcut(body.shortcut),
        portalId,
        texts: { ...noTexts, ...texts },
        now,
      }
      await lockCannedAnswers(db, scope)
      await requireWritable(db, scope, stored)
      const id = await insertCannedAnswer(db, scope, stored)
      await setCannedFiles(db, scope, id, { ids: files, now })
      return answerOf(db, scope, id)
    },
    ({ scope, body }) => cleanTexts(app, scope, body.texts, body.files ?? []),
  )

  route(app, changeCannedAnswer, async ({ db, scope, params, body, now, request }) => {
    const id = params.cannedanswerid
    const before = await requireEditable(db, scope, id)
    const ids = body.files ?? before.files.map(file => file.id)
    const texts = await cleanTexts(app, scope, body.texts ?? {}, ids)
    const { answer, removed } = await tx(db, async db => {
      await lockCannedAnswers(db, scope)
      const row = await requireEditable(db, scope, id)
      requireVersion(request, row.version)
      const stored = {
        name: body.name === undefined ? row.name : requireText(body.name, 'body.name'),
        shortcut: body.shortcut === undefined ? row.shortcut : readShortcut(body.shortcut),
        portalId: body.portalId === undefined ? row.portalId : body.portalId,
        texts: { ...row.texts, ...texts },
        now,
      }
      await requireWritable(db, scope, { ...stored, id })
      await updateCannedAnswer(db, scope, id, stored)
      const removed = body.files ? await setCannedFiles(db, scope, id, { ids, now }) : []
      return { answer: await answerOf(db, scope, id), removed }
    })
    await removeContents(removed)
    return answer
  })

  route(app, removeCannedAnswer, async ({ db, scope, params }) => {
    const removed = await tx(db, async db => {
      await requireEditable(db, scope, params.cannedanswerid)
      return deleteCannedAnswer(db, scope, params.cannedanswerid)
    })
    await removeContents(removed)
  })

  route(app, uploadCannedAnswerFile, async ({ db, scope, now, request }) => {
    const requireCapacity = async (db: Db, bytes: number) => {
      if ((await countCannedUploads(db, scope)) >= UPLOADS_MAX)
        fail('too_many_requests', { retryAfter: CANNED_UPLOAD_LIFETIME / 1000 })
      await requireQuota(db, scope.serviceCompanyId, { bytes, quota: storageQuota })
    }
    const { file, id } = await receiveUpload(app, request, {
      admit: () => requireCapacity(db, 0),
      write: (file, storageKey, keep) =>
        tx(db, async db => {
          await requireCapacity(db, file.size)
          keep()
          return { file, id: await insertCannedFile(db, scope, { file, storageKey, now }) }
        }),
    })
    return { id, url: staffFileUrl({ id, name: file.name }, scope), name: file.name, size: file.size }
  })

  route(app, fillCannedAnswer, async ({ db, scope, params, body, now }) => {
    const facts = (await ticketFactsOf(db, scope, params.ticketid, now)) ?? fail('not_found')
    const answer = (await cannedAnswerOf(db, scope, params.cannedanswerid)) ?? fail('not_found')
    if (answer.portalId !== null && answer.portalId !== facts.portalId) fail('not_found')
    const files = await cannedFilesOf(db, scope, answer.id)
    return fillAnswer(db, storage, { answer, facts, language: body.language, scope, files, quota: storageQuota, now })
  })
}
