import type { GuessedField } from '@portico/contract/staff/publishing'
import type { StaffScope } from '../kernel/access/staff-scope.ts'
import type { Db } from '../kernel/database/db.ts'
import type { ReceivedFile } from '../kernel/files/receive-file.ts'
import { WorkerLimitExceeded } from '../kernel/workers/worker-errors.ts'
import type { WorkerPool } from '../kernel/workers/worker-pool.ts'
import { customersNamedIn, customersWithNumbers, onlyPortal, publishedFor, ticketCustomer } from './customer-queries.ts'
import { type Guess, guessFrom, wordsOfName } from './guess.ts'
import { readPdfText } from './pdf-tasks.ts'
import type { NewItem } from './queries.ts'
import { customerColumns, foundByNumber, type ReadRows } from './read-invoices.ts'

const TITLE_MAX = 200
/** How much of a text is searched for the names of all customers. */
const SEARCHED = 8000

type Deps = { database: Db; workers: WorkerPool; now: Date }

/** A text as the names of customers are compared: words with one blank between. */
const asWords = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `

/** Finds the customer by the ticket that the file names, by numbers in it, or by its name. */
const findCustomer = async (db: Db, scope: StaffScope, guess: Guess, text: string): Promise<Partial<NewItem>> => {
  if (guess.ticketNumber !== undefined) {
    const customer = await ticketCustomer(db, scope, guess.ticketNumber)
    if (customer)
      return {
        matches: [customer.id],
        contactId: customer.id,
        portalId: customer.portalId,
        ticketId: customer.ticketId,
        foundBy: 'ticket',
      }
  }
  const numbered = guess.numbers.length > 0 ? await customersWithNumbers(db, scope, guess.numbers) : []
  if (numbered.length > 0) return customerColumns(numbered, customer => foundByNumber(customer, guess.numbers))
  return customerColumns(await customersNamedIn(db, scope, asWords(text).slice(0, SEARCHED)), () => 'name')
}

const toTitle = (fileName: string): string => {
  const words = wordsOfName(fileName)
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`.slice(0, TITLE_MAX)
}

/** What was guessed and has a value. */
const guessedIn = (item: Partial<NewItem>): GuessedField[] => {
  const values: Record<GuessedField, unknown> = {
    kind: item.kind,
    customer: item.contactId,
    number: item.number,
    date: item.day,
    total: item.total,
  }
  return (Object.keys(values) as GuessedField[]).filter(field => values[field] !== null && values[field] !== undefined)
}

/** Guesses what a file is and whose. A PDF is read in a worker process. */
export const readDocument = async (
  { database, workers, now }: Deps,
  scope: StaffScope,
  file: ReceivedFile,
  content: () => Promise<Buffer>,
): Promise<ReadRows> => {
  let text = ''
  let pages: number | null = null
  if (file.kind === 'pdf') {
    try {
      const caller = { serviceCompanyId: scope.serviceCompanyId }
      const read = await workers.run(readPdfText, async () => ({ pdf: await content() }), caller)
      if ('refused' in read) return { fault: { code: read.refused } }
      text = read.text
      pages = read.pages
    } catch (error) {
      if (error instanceof WorkerLimitExceeded) return { fault: { code: 'tooMuch' } }
      throw error
    }
  }
  const guess = guessFrom(file.name, text)
  const published = await publishedFor(database, scope, { sha256: file.sha256, now })
  const customer = await findCustomer(database, scope, guess, `${text.slice(0, SEARCHED)} ${wordsOfName(file.name)}`)
  // Only a PDF is signed.
  const kind = file.kind === 'pdf' ? (guess.kind ?? 'document') : 'document'
  const item: Partial<NewItem> = {
    pages,
    kind,
    ...customer,
    number: guess.number ?? null,
    day: guess.date ?? null,
    total: kind === 'creditNote' && guess.total !== undefined ? -Math.abs(guess.total) : (guess.total ?? null),
    title: (kind === 'estimate' && guess.subject ? guess.subject : toTitle(file.name)) || file.name,
  }
  const portalId = item.portalId ?? (await onlyPortal(database, scope))
  return {
    originalName: file.name,
    rows: [
      {
        item: {
          ...item,
          portalId,
          guessed: guessedIn(item),
          state: published ? 'refused' : 'open',
          refusal: published ? { code: 'published', customer: published.customer } : null,
        },
      },
    ],
  }
}
