import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An event as a webhook delivers it. */
export type Event = { id: string; type: string; data: Record<string, string | undefined> }

/** The stored state of the back office. */
export type Book = {
  /** URL that receives webhooks; undefined until the server listens. */
  listening?: string
  webhook?: { id: number; secret: string }
  /** The customer; undefined until invited. */
  customer?: { userName: string; email: string; phone: string }
  /** Every received event with its webhook id. An event is stored before it is acknowledged. */
  inbox: { id: string; event: Event; done: boolean }[]
  /** Number of duplicate deliveries, and of those without a valid signature. */
  doubles: number
  refused: number
  /** Tickets that the company has taken over, by its own ticket number. */
  tickets: Record<string, { title: string }>
  /** Documents to sign, by the company's own number. `signedFile`: name of the signed copy in this folder. */
  documents: Record<string, { link: string; signedFile?: string }>
  /** Invoices by number, with the name of the file in this folder. */
  invoices: Record<string, { file: string }>
  /** The error that stopped the back office. */
  failure?: string
}

/** Opens the stored state in a folder. `change` has written to disk when it returns. */
export const openBook = (folder: string) => {
  const path = join(folder, 'book.json')
  const book: Book = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Book)
    : { inbox: [], doubles: 0, refused: 0, tickets: {}, documents: {}, invoices: {} }
  return {
    book,
    folder,
    change: (how: (book: Book) => void) => {
      how(book)
      writeFileSync(`${path}.new`, JSON.stringify(book, null, 2))
      renameSync(`${path}.new`, path)
    },
  }
}

/** See {@link openBook}. */
export type OpenBook = ReturnType<typeof openBook>
