import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { withGuard } from './formula-guard.ts'

/** A value in quotes; one that a spreadsheet would take for a formula is preceded by an apostrophe. */
const cell = (value: string | number | null): string =>
  `"${withGuard(value === null ? '' : String(value)).replaceAll('"', '""')}"`

const line = (values: readonly (string | number | null)[]): string => `${values.map(cell).join(';')}\r\n`

/**
 * CSV as spreadsheets of our languages open it: UTF-8 with a byte order mark, semicolons. `pages` are read while the reader takes them, so
 * that a long list needs no memory.
 */
export const csvStream = (
  titles: readonly string[],
  pages: AsyncIterable<readonly (readonly (string | number | null)[])[]>,
): Readable => {
  const write = async function* () {
    yield `\uFEFF${line(titles)}`
    for await (const rows of pages) yield rows.map(line).join('')
  }
  return Readable.from(write(), { objectMode: false })
}

/** Answers a CSV file of this name; see {@link csvStream}. */
export const sendCsv = (
  reply: FastifyReply,
  fileName: string,
  titles: readonly string[],
  pages: Parameters<typeof csvStream>[1],
): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(csvStream(titles, pages))

/** How a CSV file has instants: `2026-03-02 09:30:00` by the clocks of a time zone, the one form that every spreadsheet reads as a moment. */
export const spreadsheetTime = (timeZone: string): ((instant: string) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return instant => format.format(new Date(instant))
}
