import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createOutputFolder } from '../backup/output-folder.ts'
import type { ImportDeps } from '../import/import.ts'
import { cleanFileName } from '../kernel/files/file-name.ts'
import { htmlToText } from '../kernel/html/html.ts'
import { only, printResult, type Streams, WrongCall } from './command.ts'
import { type ShownMessage, type ShownTicket, shownMessages, shownTickets } from './ticket-reading.ts'

const LISTED = 100

/** Formats an instant to the minute, with its time zone. */
const when = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`

const lineOf = (ticket: ShownTicket) =>
  [
    `#${ticket.number}`,
    ticket.portal,
    when(ticket.createdOn),
    ticket.step + (ticket.waits ? ', waits for an answer' : ''),
    ticket.contact,
    ticket.title,
    ticket.staff ?? ticket.group ?? 'assigned to nobody',
  ].join('  ')

/** `portico ticket list`. */
export const listTickets = async (args: string[], { database }: ImportDeps, { stdout }: Required<Streams>) => {
  const { values } = parseArgs({
    args,
    options: {
      portal: { type: 'string' },
      company: { type: 'string' },
      open: { type: 'boolean', default: false },
      limit: { type: 'string', default: String(LISTED) },
      json: { type: 'boolean', default: false },
    },
  })
  const { json, limit, ...filter } = values
  if (!/^[1-9]\d{0,5}$/.test(limit)) throw new WrongCall('--limit is a number of tickets.')
  const found = await shownTickets(database, { ...filter, limit: Number(limit) + 1 })
  const shown = found.slice(0, Number(limit))
  const more = found.length > shown.length ? `The last ${limit} are shown: --limit shows more.\n` : ''
  printResult(
    stdout,
    json,
    shown,
    shown.map(ticket => `${lineOf(ticket)}\n`).join('') + more || 'There is no such ticket.\n',
  )
  return 0
}

const nameOf = ({ writer, byStaff, kind }: ShownMessage) => {
  const who = writer ?? (byStaff ? 'the staff' : 'a customer')
  return kind === 'note' ? `${who}, as a note that no customer sees` : who
}

const textOfMessage = (message: ShownMessage) => {
  const event = message.event ? ` (${message.event} the ticket)` : ''
  const files = message.files.length > 0 ? [`Files: ${message.files.map(({ name }) => name).join(', ')}`] : []
  const lines = [htmlToText(message.message), ...files].filter(Boolean).join('\n')
  return `\n${when(message.writtenOn)}, ${nameOf(message)}${event}:\n${lines.replace(/^(?=.)/gm, '  ')}\n`
}

const headOf = (ticket: ShownTicket) => {
  const reached = [ticket.raiserEmail, ticket.raiserPhone, ticket.contactPhone].filter(Boolean).join(', ')
  const raiser = [ticket.raiser ?? 'nobody', reached && `(${reached})`].filter(Boolean).join(' ')
  return `${lineOf(ticket)}
Of ${raiser}${ticket.type ? `, type ${ticket.type}` : ''}, externalId ${ticket.externalId}
`
}

/** Saves the files of messages in a folder and returns their paths. A number is prefixed because two files may have the same name. */
const saveFiles = async (messages: ShownMessage[], folder: string, { storage }: ImportDeps): Promise<string[]> => {
  const path = await createOutputFolder(folder)
  const saved: string[] = []
  for (const { name, storageKey } of messages.flatMap(({ files }) => files)) {
    const file = join(path, `${saved.length + 1}-${cleanFileName(name)}`)
    await pipeline(Readable.from(await storage.get(storageKey)), createWriteStream(file, { mode: 0o600 }))
    saved.push(file)
  }
  return saved
}

/** `portico ticket show NUMBER`. Returns 1 if there is no such ticket. */
export const showTicket = async (args: string[], deps: ImportDeps, { stdout, stderr }: Required<Streams>) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { company: { type: 'string' }, files: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  const { company, files, json } = values
  const number = only(positionals, 'ticket, by its number')
  if (!/^\d{1,12}$/.test(number)) throw new WrongCall(`${number} is not the number of a ticket.`)
  const [ticket, other] = await shownTickets(deps.database, { number: Number(number), company, limit: 2 })
  if (other) throw new WrongCall(`Several service companies have a ticket ${number}: add --company.`)
  if (!ticket) {
    stderr.write(`There is no ticket ${number}.\n`)
    return 1
  }
  const messages = await shownMessages(deps.database, ticket)
  const saved = files === undefined ? [] : await saveFiles(messages, files, deps)
  const shown = messages.map(message => ({ ...message, files: message.files.map(({ name }) => name) }))
  const written = saved.map(path => `Saved ${path}\n`).join('')
  printResult(
    stdout,
    json,
    { ...ticket, messages: shown },
    headOf(ticket) + messages.map(textOfMessage).join('') + written,
  )
  return 0
}
