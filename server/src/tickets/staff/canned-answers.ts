import { type Language, languages } from '@portico/contract/language'
import { cannedAnswersMax, type FilledCannedAnswer } from '@portico/contract/staff/canned-answers'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx, Unavailable } from '../../kernel/database/db.ts'
import { fold } from '../../kernel/database/search-words.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { replaceImageUrls } from '../../kernel/html/html.ts'
import { newStorageKey, type Storage } from '../../kernel/storage/storage.ts'
import { dateLocales } from '../../kernel/time/locales.ts'
import { worksForPortal } from '../../portals/staff-portal-queries.ts'
import { type FieldValues, fillFields } from './canned-answer-fields.ts'
import {
  type CannedAnswerRow,
  type CannedFile,
  cannedAnswersBeside,
  type StoredCannedAnswer,
  type Texts,
  type TicketFacts,
} from './canned-answer-queries.ts'
import { insertStaffUpload, requireUploadCapacity, staffFileUrl } from './files.ts'

const SHORTCUT = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** A shortcut as it is stored: folded, without its `/`. */
export const readShortcut = (typed: string): string => {
  const shortcut = fold(typed.trim().replace(/^\//, ''))
  if (!shortcut) return failAt('fill_all_required_fields', 'body.shortcut', 'is required')
  if (!SHORTCUT.test(shortcut)) failAt('invalid_request', 'body.shortcut', 'may have letters, digits and hyphens only')
  return shortcut
}

/** Who does not work for all portals cannot write what is for all of them. */
export const mayEdit = ({ portalIds, role }: StaffScope, { portalId }: { portalId: number | null }): boolean =>
  role !== 'technician' && (portalId !== null || portalIds === null)

/**
 * Checks a canned answer before it is written, behind `lockCannedAnswers`; `id` if it is there already. Errors: `forbidden`,
 * `not_found` at `body.portalId`, `conflict` at `body.shortcut` or for the number.
 */
export const requireWritable = async (
  db: Db,
  scope: StaffScope,
  { id, portalId, shortcut, texts }: StoredCannedAnswer & { id?: number },
): Promise<void> => {
  if (!mayEdit(scope, { portalId })) fail('forbidden', { detail: 'It is for portals that you do not work for.' })
  if (Object.values(texts).every(text => text === null))
    failAt('fill_all_required_fields', 'body.texts', 'has no content in any language')
  if (portalId !== null && !(await worksForPortal(db, scope, portalId)))
    failAt('not_found', 'body.portalId', 'names a portal that is not there')
  const { count, sameShortcut } = await cannedAnswersBeside(db, scope, shortcut)
  if (sameShortcut !== null && sameShortcut !== id)
    failAt('conflict', 'body.shortcut', 'is that of another canned answer')
  if (id === undefined && count >= cannedAnswersMax)
    fail('conflict', { detail: `There are ${cannedAnswersMax} canned answers, which is the most.` })
}

const betweenDayAndTime: Record<Language, string> = { 'it-IT': 'alle', 'en-EN': 'at', 'es-ES': 'a las' }

/** A visit's day and time in the time zone of its portal: «lunedì 23 novembre alle 15:30». */
const formatVisit = (visitOn: Date, timeZone: string, language: Language): string => {
  const day = new Intl.DateTimeFormat(dateLocales[language], {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const time = new Intl.DateTimeFormat('it', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return `${day.format(visitOn)} ${betweenDayAndTime[language]} ${time.format(visitOn)}`
}

const valuesOf = (facts: TicketFacts, language: Language): FieldValues => ({
  nome: facts.person,
  cliente: facts.customer,
  ticket: String(facts.ticketNumber),
  titolo: facts.title,
  tecnico: facts.technician,
  visita: facts.visitOn && formatVisit(facts.visitOn, facts.timeZone, language),
})

/** The text in the wanted language, else in the first one that there is. */
const chooseText = (texts: Texts, wanted: Language): { text: string; language: Language } => {
  for (const language of [wanted, ...languages]) {
    const text = texts[language]
    if (text !== null) return { text, language }
  }
  throw new Error('a canned answer has no text')
}

type Copies = { scope: StaffScope; ticket: TicketFacts; files: CannedFile[]; quota: number | undefined; now: Date }

/** Copies files of a canned answer; each copy is an unused upload of the account for the ticket's contact. Returns their ids in order. */
const copyFiles = async (
  database: Db,
  storage: Storage,
  { scope, ticket, files, quota, now }: Copies,
): Promise<number[]> => {
  if (files.length === 0) return []
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const requireCapacity = (db: Db) => requireUploadCapacity(db, scope, { files: files.length, bytes, quota })
  await requireCapacity(database)
  const copies = files.map(file => ({ file, storageKey: newStorageKey() }))
  let isKept = false
  try {
    for (const { file, storageKey } of copies) await storage.put(storageKey, await storage.get(file.storageKey))
    return await tx(database, async db => {
      // Check again, as other uploads may have finished.
      await requireCapacity(db)
      isKept = true
      const ids: number[] = []
      for (const copy of copies) ids.push(await insertStaffUpload(db, scope, ticket, { ...copy, now }))
      return ids
    })
  } catch (error) {
    // If the database connection was lost, the rows may still have been committed; if not, the sweep deletes the files.
    if (!(isKept && error instanceof Unavailable))
      await storage.remove(copies.map(({ storageKey }) => storageKey)).catch(() => undefined)
    throw error
  }
}

type Filling = Omit<Copies, 'ticket'> & { answer: CannedAnswerRow; facts: TicketFacts; language: Language | undefined }

/** Makes a canned answer ready for a ticket. */
export const fillAnswer = async (
  database: Db,
  storage: Storage,
  { answer, facts, language: wanted, ...copying }: Filling,
): Promise<FilledCannedAnswer> => {
  const { scope, files } = copying
  const { text, language } = chooseText(answer.texts, wanted ?? facts.language ?? languages[0])
  const ids = await copyFiles(database, storage, { ...copying, ticket: facts })
  const copies = files.map(({ id: original, name, size }, position) => {
    const id = ids[position] ?? original
    return { original, id, name, size, url: staffFileUrl({ id, name }, scope) }
  })
  const { message, unresolved } = fillFields(text, valuesOf(facts, language))
  return {
    message: replaceImageUrls(message, id => copies.find(({ original }) => original === id)?.url),
    language,
    unresolved,
    attachments: copies.map(({ original: _, ...copy }) => copy),
  }
}
