import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { closedStatus } from '@portico/contract/tickets'
import type { ImportDeps } from '../import/import.ts'
import { samePortal } from '../kernel/access/tenant-joins.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { textToHtml } from '../kernel/html/html.ts'
import { actOf, only, required, type Streams, WrongCall } from './command.ts'
import { listTickets, showTicket } from './ticket-show-command.ts'
import { givenFile, lineOf, printOutcome, writeLines } from './write-line.ts'

export const ticketUsage = `ticket list [--portal KEY] [--open] [--company EXTERNAL_ID] [--limit NUMBER] [--json]
ticket show NUMBER [--files FOLDER] [--company EXTERNAL_ID] [--json]
ticket reply NUMBER --staff STAFF (--text TEXT | --file FILE) [--attach FILE]… [--close | --note] [--company EXTERNAL_ID] [--json]
  --files writes the ticket's files into FOLDER.
  STAFF is an externalId or an e-mail address. FILE holds plain text, or HTML where it ends in .html; - reads what is piped in.
  --attach sends a file along; --close closes the ticket with it; --note keeps it from the customer.`

type Ticket = { company: number; externalId: string; status: number; closedStep: string | null }

/** Finds a ticket by number. With `close`, creates the closed step of the portal if it has none. */
const ticketOf = async (
  db: Db,
  { number, company, close }: { number: string; company: string | undefined; close: boolean },
): Promise<Ticket | undefined> => {
  if (!/^\d{1,12}$/.test(number)) throw new WrongCall(`${number} is not the number of a ticket.`)
  const found = await db.many<Ticket>(sql`select t.service_company_id as company, t.external_id as "externalId",
      t.task_status as status, (select s.external_id from task_step s where ${samePortal('s', 't')}
        and s.id = case when ${close} then first_step(t.service_company_id, t.portal_id, ${closedStatus}::smallint) end) as "closedStep"
    from ticket t join service_company c on c.id = t.service_company_id
    where t.ticket_number = ${Number(number)} and c.external_id = coalesce(${company ?? null}, c.external_id)`)
  if (found.length > 1) throw new WrongCall(`Several service companies have a ticket ${number}: add --company.`)
  return found[0]
}

const staffOf = async (db: Db, company: number, name: string): Promise<string | undefined> => {
  const found = await db.many<{ externalId: string }>(sql`select external_id as "externalId" from staff_user
    where service_company_id = ${company} and (external_id = ${name} or lower(email) = lower(${name}))
    order by external_id = ${name} desc limit 1`)
  return found[0]?.externalId
}

const messageOf = async (text: string | undefined, file: string | undefined): Promise<string> => {
  if ((text === undefined) === (file === undefined)) throw new WrongCall('Give --text or --file.')
  const message =
    text ??
    (file === '-'
      ? await textOf(process.stdin)
      : await readFile(file ?? '', 'utf8').catch(error => {
          throw new WrongCall(`${file} cannot be read: ${error.message}`)
        }))
  if (!message.trim()) throw new WrongCall('The message is empty.')
  return file?.endsWith('.html') ? message : `<p>${textToHtml(message.trim())}</p>`
}

const reply = async (args: string[], deps: ImportDeps, streams: Required<Streams>): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      staff: { type: 'string' },
      text: { type: 'string' },
      file: { type: 'string' },
      attach: { type: 'string', multiple: true, default: [] },
      close: { type: 'boolean', default: false },
      note: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const number = only(positionals, 'ticket, by its number')
  const staffName = required(values.staff, 'staff')
  const { close, note, json, attach } = values
  if (close && note) throw new WrongCall('A note does not close a ticket: --close or --note.')
  if (note && attach.length > 0) throw new WrongCall('A note takes no files.')
  const given = await Promise.all(attach.map(givenFile))
  const message = await messageOf(values.text, values.file)
  const ticket = await ticketOf(deps.database, { number, company: values.company, close })
  const staff = ticket && (await staffOf(deps.database, ticket.company, staffName))
  const record = { externalId: randomUUID(), ticketNumber: Number(number), ticket: ticket?.externalId, staff }
  const printReply = (written: Parameters<typeof printOutcome>[1]) =>
    printOutcome(streams, written, {
      json,
      record,
      done: `${note ? 'Noted' : close ? 'Answered and closed' : 'Answered'}.\n`,
    })
  if (!ticket) return printReply({ outcome: 'refused', refused: `there is no ticket ${number}` })
  if (!staff) return printReply({ outcome: 'refused', refused: `nobody of the staff is ${staffName}` })
  if (close && ticket.status === closedStatus)
    return printReply({ outcome: 'refused', refused: `the ticket ${number} is closed already` })

  const now = new Date().toISOString()
  const common = { externalId: record.externalId, ticket: ticket.externalId, staff, message }
  const lines: Record<string, unknown>[] = [
    note
      ? { type: 'internalNote', ...common, createdOn: now }
      : { type: 'comment', ...common, creationDate: now, attachments: given, ...(close && { event: 'closed' }) },
  ]
  if (close) lines.push({ ...(await lineOf(deps, { type: 'ticket', ...ticket })), step: ticket.closedStep })
  return printReply(await writeLines(deps, { lines, given, tenantScope: { company: ticket.company } }))
}

/** `portico ticket`. Returns 0 on success, 1 if the reply was refused. */
export const ticketCommand = (
  args: string[],
  deps: ImportDeps,
  { stdout = process.stdout, stderr = process.stderr }: Streams = {},
): Promise<number> => {
  const [act, left] = actOf({ list: listTickets, show: showTicket, reply }, args)
  return act(left, deps, { stdout, stderr })
}
