import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { mailAddress } from '@portico/contract/shapes'
import type { MailProvider } from '@portico/contract/staff/mail'
import {
  type Credentials,
  describeImapError,
  type ImapLocation,
  mailboxSecretPurpose,
  openImap,
  readImapUrl,
} from '../inbound-mail/imap.ts'
import {
  deleteMailbox,
  insertMailbox,
  listMailboxes,
  type Mailbox,
  mailboxWithId,
} from '../inbound-mail/mailbox-queries.ts'
import { openCredentials, type StoredSecret } from '../inbound-mail/oauth/credentials.ts'
import { deleteGrant, type Grant, grantOf } from '../inbound-mail/oauth/grant-queries.ts'
import { askGrant, pollGrant, renewGrant, requireProviderHost } from '../inbound-mail/oauth/grants.ts'
import { type Db, sql } from '../kernel/database/db.ts'
import { OperatorError } from '../kernel/errors/operator-error.ts'
import type { Secrets } from '../kernel/security/secrets.ts'
import type { MailClients } from '../kernel/settings/mail-clients.ts'
import { type Ask, actOf, only, printResult, required, type Streams, WrongCall } from './command.ts'

export const mailboxUsage = `mailbox add --portal KEY --address ADDRESS [--imap imaps://USER@HOST/INBOX] [--authserv-id NAME]
              [--oauth microsoft|google] [--group NAME] [--json]
mailbox list [--json]
mailbox test ID [--json]
mailbox remove ID [--json]
  With --imap Portico fetches the mail of the mailbox; its password is asked for, or taken from MAILBOX_PASSWORD. Without it a mail server
  delivers it by LMTP, or a program by the operator API. With --oauth its owner grants access in a browser instead. NAME is what the mail server writes first into Authentication-Results.`

const options = {
  portal: { type: 'string' },
  address: { type: 'string' },
  imap: { type: 'string' },
  oauth: { type: 'string' },
  'authserv-id': { type: 'string' },
  group: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

const read = (args: string[]) => parseArgs({ args, allowPositionals: true, options })

type Asked = ReturnType<typeof read>
type Deps = {
  database: Db
  secrets: Secrets
  ask: Ask
  password: string | undefined
  mailClients: MailClients
  origin: string
}

const formatMailbox = ({
  id,
  portalKey,
  address,
  imapUrl,
  authservId,
  group,
  failingSince,
  lastError,
  checkedAt,
}: Mailbox) =>
  [
    id,
    portalKey,
    address,
    imapUrl ?? 'delivered',
    ...(group ? [`for ${group}`] : []),
    authservId ? `checked by ${authservId}` : 'senders are checked by Portico',
    ...(imapUrl === null
      ? []
      : [failingSince ? `fails since ${failingSince}: ${lastError}` : `read ${checkedAt ?? 'never'}`]),
  ].join('  ')

const tryImap = async (location: ImapLocation, credentials: Credentials) => {
  try {
    const { client, uidValidity, uidNext } = await openImap(location, { ...credentials, allowsPrivate: true })
    await client.logout().catch(() => client.close())
    return { uidValidity, lastUid: uidNext - 1 }
  } catch (error) {
    throw new OperatorError(`The mailbox does not open: ${describeImapError(error)}`)
  }
}

const mailboxOf = async (db: Db, positionals: string[]): Promise<Mailbox> => {
  const id = only(positionals.slice(1), 'mailbox by its id')
  const found = /^[1-9]\d{0,14}$/.test(id) ? await mailboxWithId(db, Number(id)) : undefined
  return found ?? Promise.reject(new OperatorError(`There is no mailbox ${id}; list shows them.`))
}

/** Asks the owner of a mailbox to grant access, and waits until that is done. */
const waitForGrant = async (
  { database: db, secrets, mailClients, origin }: Deps,
  { serviceCompanyId, provider }: { serviceCompanyId: number; provider: MailProvider },
  say: (line: string) => void,
): Promise<Grant> => {
  const deps = { secrets, mailClients, publicUrl: origin }
  const asked = { serviceCompanyId, staffAccountId: null, provider }
  const { id, address, code, interval } = await askGrant(db, deps, asked, new Date())
  say(code === null ? `Open ${address}\n` : `Open ${address} and type ${code}\n`)
  for (;;) {
    const grant = await grantOf(db, { serviceCompanyId, staffAccountId: null, id })
    if (!grant || (grant.state === 'waiting' && grant.expiresAt <= new Date()))
      throw new OperatorError('Nobody has granted access in time.')
    if (grant.state === 'refused') throw new OperatorError(`Access was not granted: ${grant.problem}`)
    if (grant.state === 'granted') return grant
    await sleep(interval * 1000)
    await pollGrant(db, deps, grant, new Date())
  }
}

const providerOf = (name: string | undefined, clients: MailClients): MailProvider | undefined => {
  if (name === undefined) return undefined
  if (name !== 'microsoft' && name !== 'google') throw new WrongCall('--oauth is microsoft or google.')
  if (!clients[name])
    throw new OperatorError(
      `This installation is not registered with ${name}: set MAIL_${name.toUpperCase()}_CLIENT_ID.`,
    )
  return name
}

const requireHost = (...what: Parameters<typeof requireProviderHost>) => {
  try {
    requireProviderHost(...what)
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error))
  }
}

const add = async (deps: Deps, { values, positionals }: Asked, say: (line: string) => void) => {
  const { database: db, secrets, ask, password: given, mailClients } = deps
  if (positionals.length > 1) throw new WrongCall('add takes no name.')
  const key = required(values.portal, 'portal')
  const address = required(values.address, 'address')
  if (!mailAddress.test(address)) throw new WrongCall(`--address ${address} is no address.`)
  const portal = await db.maybe<{ serviceCompanyId: number; portalId: number }>(
    sql`select service_company_id as "serviceCompanyId", id as "portalId" from portal where web_portal_key = ${key}`,
  )
  if (!portal) throw new OperatorError(`There is no portal ${key}.`)
  const group = values.group
  const found =
    group === undefined
      ? undefined
      : await db.maybe<{ id: number }>(
          sql`select id from staff_group where service_company_id = ${portal.serviceCompanyId} and name = ${group}`,
        )
  if (group !== undefined && !found) throw new OperatorError(`The service company has no group ${group}.`)
  const location = values.imap === undefined ? undefined : readImapUrl(values.imap)
  const provider = providerOf(values.oauth, mailClients)
  if (provider && !location) throw new WrongCall('--oauth needs --imap.')
  const { serviceCompanyId } = portal
  if (provider && location) requireHost(mailClients, provider, location)
  const grant = provider && (await waitForGrant(deps, { serviceCompanyId, provider }, say))
  const renewed = grant && location && (await renewGrant(db, { secrets, mailClients }, grant, location))
  const password =
    location && !grant ? (given ?? (await ask?.(`Password of ${location.user} at ${location.host}: `))) : undefined
  if (location && !grant && !password)
    throw new OperatorError('The password of the mailbox is missing: set MAILBOX_PASSWORD.')
  const credentials = renewed ? { accessToken: renewed.accessToken } : password ? { password } : undefined
  const position = location && credentials ? await tryImap(location, credentials) : null
  const id = await insertMailbox(db, {
    ...portal,
    staffGroupId: found?.id ?? null,
    address,
    imapUrl: location?.url ?? null,
    sealedSecret: renewed?.sealedSecret ?? (password ? secrets.encrypt(password, mailboxSecretPurpose) : null),
    ...(provider && { oauthProvider: provider }),
    authservId: values['authserv-id'] ?? null,
    allowsPrivate: true,
    position,
  })
  if (id === undefined) throw new OperatorError(`There is a mailbox with the address ${address} already.`)
  if (grant) await deleteGrant(db, grant)
  const text = `Mailbox ${id}: what is sent to ${address} becomes tickets of ${key}.\n`
  return { text, json: await mailboxWithId(db, id) }
}

const list = async ({ database: db }: Deps, { positionals }: Asked) => {
  if (positionals.length > 1) throw new WrongCall('list takes no name.')
  const mailboxes = await listMailboxes(db)
  return {
    text: mailboxes.length > 0 ? `${mailboxes.map(formatMailbox).join('\n')}\n` : 'There are no mailboxes.\n',
    json: mailboxes,
  }
}

const test = async ({ database: db, secrets, mailClients }: Deps, { positionals }: Asked) => {
  const mailbox = await mailboxOf(db, positionals)
  if (mailbox.imapUrl === null) throw new OperatorError('Mail is delivered to this mailbox: there is nothing to fetch.')
  const stored =
    await db.one<StoredSecret>(sql`select service_company_id as "serviceCompanyId", id, imap_url as "imapUrl",
    sealed_secret as "sealedSecret", oauth_provider as "oauthProvider" from mailbox where id = ${mailbox.id}`)
  const openSecret = openCredentials({ database: db, secrets, mailClients })
  const credentials = await openSecret(stored).catch(error => {
    throw new OperatorError(`The mailbox does not open: ${describeImapError(error)}`)
  })
  const { lastUid } = await tryImap(readImapUrl(mailbox.imapUrl), credentials)
  return { text: `Mailbox ${mailbox.id} opens.\n`, json: { id: mailbox.id, opens: true, uidNext: lastUid + 1 } }
}

const remove = async ({ database: db }: Deps, { positionals }: Asked) => {
  const mailbox = await mailboxOf(db, positionals)
  await deleteMailbox(db, mailbox)
  return {
    text: `Mailbox ${mailbox.id} is removed. Its mail stays where it is.\n`,
    json: { id: mailbox.id, removed: true },
  }
}

/** `portico mailbox`. Returns 0; throws an OperatorError if a portal, group or mailbox does not exist, or a mailbox does not open. */
export const mailboxCommand = async (
  args: string[],
  deps: Deps,
  { stdout = process.stdout }: Streams = {},
): Promise<number> => {
  const asked = read(args)
  const [act] = actOf({ add, list, test, remove }, asked.positionals)
  // Apart from the answer, which may be read by a program.
  const { text, json } = await act(deps, asked, line => process.stderr.write(line))
  printResult(stdout, asked.values.json, json, text)
  return 0
}
