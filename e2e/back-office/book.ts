import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An event as a webhook brings it. */
export type Event = { id: string; type: string; data: Record<string, string | undefined> }

/** What the back office remembers. */
export type Book = {
  /** Where webhooks are received, once they are. */
  listening?: string
  webhook?: { id: number; secret: string }
  /** Once the customer has been invited. */
  customer?: { userName: string; email: string; phone: string }
  /** Every event that has come, by the id of its webhook; an event is put down before it is acknowledged. */
  inbox: { id: string; event: Event; done: boolean }[]
  /** Deliveries that had come already, and those that nobody has signed. */
  doubles: number
  refused: number
  /** Ours of the customer's tickets, by their numbers here. */
  tickets: Record<string, { title: string }>
  /** What the customer has to sign, by its number here; the copy in this folder once it is signed. */
  documents: Record<string, { link: string; signedFile?: string }>
  /** By number, the file in this folder. */
  invoices: Record<string, { file: string }>
  /** Why the back office has stopped. */
  failure?: string
}

/** Opens the book in a folder; what `change` has changed is on the disk when it returns. */
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
