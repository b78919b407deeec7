import { parseArgs } from 'node:util'
import { type Addressee, findAddressees, findAddresseesToInvite } from '../auth/confirmation-queries.ts'
import { invite } from '../auth/confirmations.ts'
import type { LinkDeps } from '../auth/link-mails.ts'
import { type Database, tx } from '../kernel/database/db.ts'
import { type Streams, WrongCall } from './command.ts'

export const inviteUsage = 'invite USER | --all [--portal KEY] [--json]'

/** Invitations sent per second; a faster burst could look like spam to mail servers. */
const RATE = 2

/** The options of the command. */
export const inviteOptions = {
  all: { type: 'boolean', default: false },
  portal: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

const read = (args: string[]) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: inviteOptions })
  const [name, ...more] = positionals
  if (more.length > 0 || values.all === (name !== undefined)) throw new WrongCall('Name one user, or --all.')
  return { name, portal: values.portal, json: values.json }
}

const find = async (database: Database, name: string | undefined, portal: string | undefined, now: Date) => {
  if (name !== undefined) return findAddressees(database, name, portal)
  const all = await findAddresseesToInvite(database, now)
  return all.filter(({ webPortalKey }) => portal === undefined || webPortalKey === portal)
}

/**
 * `portico invite`: mails a link to set the password to one user, identified by user name, e-mail or externalId, or with `--all` to
 * every user who has neither a password nor such a link. Returns 0 if mails were queued, 1 if no user was found.
 */
export const inviteCommand = async (
  args: string[],
  { database, ...deps }: LinkDeps & { database: Database },
  { stdout = process.stdout, stderr = process.stderr }: Streams = {},
): Promise<number> => {
  const asked = read(args)
  const now = new Date()
  const found = await find(database, asked.name, asked.portal, now)
  const [first] = found
  if (!first) {
    stderr.write(
      asked.name === undefined
        ? 'Nobody waits for an invitation.\n'
        : `No user ${asked.name} with an e-mail address and a contact.\n`,
    )
    return 1
  }
  if (asked.name !== undefined && found.length > 1)
    throw new WrongCall(`Several service companies have a user ${asked.name}: add --portal.`)
  const send = (to: Addressee, n: number) => tx(database, db => invite(db, deps, to, { now, delaySeconds: n / RATE }))
  const mailed: { userName: string; email: string; outcome: string }[] = []
  for (const [n, to] of found.entries()) {
    const outcome = await send(to, n)
    mailed.push({ userName: to.userName, email: to.email, outcome })
    if (asked.json) continue
    const sentence = outcome === 'told' ? 'has a password and keeps it; told of the contact' : 'invited'
    stdout.write(`${to.userName} (${to.email}): ${sentence}\n`)
  }
  if (asked.json) stdout.write(`${JSON.stringify(mailed, null, 2)}\n`)
  if (asked.json) return 0
  const seconds = Math.ceil((found.length - 1) / RATE)
  stdout.write(
    `${found.length} ${found.length === 1 ? 'mail is on its way' : 'mails are on their way'}${seconds > 0 ? ` over ${seconds} seconds` : ''}, sent by the running server.\n`,
  )
  return 0
}
