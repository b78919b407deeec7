import { heldBackSeconds } from '../events/queries.ts'
import { databaseConnections, migrationsDir } from '../installation/installation.ts'
import { sameCompany } from '../kernel/access/tenant-joins.ts'
import { type Database, type Db, sql } from '../kernel/database/db.ts'
import { pendingMigrations } from '../kernel/database/migrate.ts'
import { describeFault, findPortalFaults } from '../portals/portal-faults.ts'
import { broken, type Check, type Found, ok, warning } from './doctor.ts'

/** Of one process: its pool, and the one that listens. */
const CONNECTIONS = databaseConnections + 1
const CLOCK_WARNING_MS = 2000
const CLOCK_BROKEN_MS = 60_000

const checkVersion = async (db: Database): Promise<Found[]> => {
  const { version, encoding, most, used } = await db.one<
    Record<'version' | 'encoding', string> & Record<'most' | 'used', number>
  >(
    sql`select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('max_connections')::int as most, (select count(*) from pg_stat_activity
        where backend_type = 'client backend')::int as used`,
  )
  const found: Found[] = [
    Number.parseInt(version, 10) < 15
      ? broken(`PostgreSQL ${version}`, 'Portico needs PostgreSQL 15 or later: upgrade it.')
      : ok(`PostgreSQL ${version}, ${used} of ${most} connections in use`),
  ]
  if (encoding !== 'UTF8')
    found.push(broken(`its encoding is ${encoding}`, 'Make the database anew with encoding UTF8.'))
  if (most - used < CONNECTIONS)
    found.push(
      warning(
        `only ${most - used} connections are left`,
        `Each process takes up to ${CONNECTIONS}: raise max_connections.`,
      ),
    )
  return found
}

const checkExtension = async (db: Database): Promise<Found[]> => {
  const { made, there, may } = await db.one<Record<'made' | 'there' | 'may', boolean>>(
    sql`select exists (select from pg_extension where extname = 'btree_gist') as made,
      exists (select from pg_available_extensions where name = 'btree_gist') as there,
      has_database_privilege(current_database(), 'create') as may`,
  )
  if (made) return [ok('the extension btree_gist is there')]
  if (!there)
    return [
      broken('the extension btree_gist is not installed', 'Install the contributed modules (postgresql-contrib).'),
    ]
  return may
    ? [ok('the extension btree_gist will be made by the first start')]
    : [
        broken(
          'the extension btree_gist is not in the database, and this user may not make it',
          'Let an administrator run `create extension btree_gist` in it.',
        ),
      ]
}

const checkMigrations = async (db: Database): Promise<Found[]> => {
  const pending = await pendingMigrations(db, migrationsDir)
  if (pending.length === 0) return [ok('every migration is applied')]
  return [warning(`${pending.length} migrations are not applied yet`, 'Start the portal, or run `portico migrate`.')]
}

const checkPrivileges = async (db: Database): Promise<Found[]> => {
  const { who, schema, may, foreign } = await db.one<{
    who: string
    schema: string | null
    may: boolean | null
    foreign: string[]
  }>(sql`select current_user::text as who, current_schema()::text as schema,
      has_schema_privilege(current_schema(), 'create') as may,
      array(select tablename::text from pg_tables where schemaname = current_schema()
        and not pg_has_role(tableowner, 'usage') order by tablename) as foreign`)
  if (!schema || !may)
    return [
      broken(
        `${who} may not make tables`,
        `Run \`grant create on schema public to ${who}\`, or make ${who} the owner of the database.`,
      ),
    ]
  if (foreign.length > 0)
    return [
      broken(
        `${who} does not own ${foreign.length} tables, ${foreign[0]} among them`,
        `Make ${who} their owner: \`reassign owned by … to ${who}\`.`,
      ),
    ]
  return [ok(`${who} owns what is in the schema ${schema}`)]
}

const checkClock = async (db: Database): Promise<Found[]> => {
  const before = Date.now()
  const { now } = await db.one<{ now: Date }>(sql`select clock_timestamp() as now`)
  const after = Date.now()
  const apart = Math.round(Math.max(before - now.getTime(), now.getTime() - after, 0))
  const found = `the clocks of this machine and of the database are ${(apart / 1000).toFixed(1)} seconds apart`
  const todo = 'Keep both by NTP: `timedatectl set-ntp true`.'
  if (apart > CLOCK_BROKEN_MS) return [broken(found, todo)]
  return [apart > CLOCK_WARNING_MS ? warning(found, todo) : ok('its clock and that of this machine agree')]
}

/** Checks version, extension, migrations, privileges and clock of the database. */
export const databaseChecks = (database: Database): Check[] =>
  [checkVersion, checkExtension, checkMigrations, checkPrivileges, checkClock].map(look => ({
    name: 'database',
    todo: 'Check DATABASE_URL, and that PostgreSQL runs and lets this machine in.',
    look: () => look(database),
  }))

const OVERDUE = '5 minutes'
/** Long enough for greylisting, where a mail server accepts a mail only at the second attempt. */
const FAILING = '30 minutes'

const checkJobs = async (db: Database): Promise<Found[]> => {
  const givenUp = await db.many<{ kind: string; count: number; last: string | null }>(sql`
    select kind, count(*)::int as count, (array_agg(last_error order by given_up_at desc))[1] as last
    from job where given_up_at is not null group by kind order by kind`)
  const { waiting, overdue } = await db.one<{ waiting: number; overdue: number }>(sql`
    select count(*)::int as waiting, (count(*) filter (where due_at < now() - ${OVERDUE}::interval))::int as overdue
    from job where given_up_at is null`)
  const found = givenUp.map(({ kind, count, last }) =>
    warning(
      `${count} jobs of the kind ${kind} were given up${last ? `, the last because: ${last}` : ''}`,
      `Mend the cause, then try them again: \`portico jobs retry --all --kind ${kind}\`; \`portico jobs list\` shows them, \`portico jobs remove\` gives them up for good.`,
    ),
  )
  const aside = await db.many<{ kind: string; count: number }>(sql`select kind, count(*)::int as count
    from job where given_up_at is null and set_aside_at is not null group by kind order by kind`)
  for (const { kind, count } of aside)
    found.push(
      warning(
        `${count} jobs of the kind ${kind} were set aside: the portal's process died three times in a row while they ran`,
        'They are tried again by themselves after an hour, with nothing beside them, and given up if the process dies again. See in the journal why it died.',
      ),
    )
  const failing = await db.many<{ kind: string; count: number; last: string }>(sql`
    select kind, count(*)::int as count, (array_agg(last_error order by id desc))[1] as last
    from job where given_up_at is null and set_aside_at is null and last_error is not null and created_at < now() - ${FAILING}::interval
    group by kind order by kind`)
  for (const { kind, count, last } of failing)
    found.push(
      warning(
        `${count} jobs of the kind ${kind} have failed for more than ${FAILING}, the last because: ${last}`,
        'Mend the cause: they are tried again by themselves, with growing delays.',
      ),
    )
  if (overdue > 0)
    found.push(warning(`${overdue} jobs have been due for more than ${OVERDUE}`, 'Is the portal running?'))
  return found.length > 0 ? found : [ok(`${waiting} wait, none was given up`)]
}

/** A batch of an import takes less. */
const HELD_BACK_SECONDS = 60

/** What doctor reports of a transaction that has held back events for so long. */
export const heldBackFound = (seconds: number): Found[] =>
  seconds <= HELD_BACK_SECONDS
    ? []
    : [
        warning(
          `a transaction that has been open for ${seconds} seconds holds back webhooks, feed and live events`,
          'End it: `select pg_terminate_backend(pid)` of the oldest one in pg_stat_activity.',
        ),
      ]

const checkWebhooks = async (db: Database): Promise<Found[]> => {
  const { made } = await db.one<{ made: boolean }>(sql`select to_regclass('webhook') is not null as made`)
  if (!made) return []
  const hooks = await db.many<{
    url: string
    company: string
    enabled: boolean
    why: string | null
    parked: number
  }>(sql`
    select w.url, c.external_id as company, w.enabled, w.disabled_reason as why, (select count(*)::int
      from webhook_delivery d where ${sameCompany('d', 'w')} and d.webhook_id = w.id
        and d.state = 'parked') as parked
    from webhook w join service_company c on c.id = w.service_company_id order by w.id`)
  const faults = hooks.flatMap(({ url, company, enabled, why, parked }) => {
    const where = `${new URL(url).host} of ${company}`
    if (!enabled && why)
      return [
        warning(
          `the webhook to ${where} is off: ${why}`,
          'Mend its receiver, then switch it on again over the operator API.',
        ),
      ]
    const again = 'Mend its receiver, then retry them over the operator API (`/webhooks/{webhook}/deliveries`).'
    return parked > 0 ? [warning(`${parked} deliveries to ${where} are parked`, again)] : []
  })
  faults.push(...heldBackFound(await heldBackSeconds(db)))
  return faults.length > 0 ? faults : [ok(`${hooks.length} there, nothing is parked`)]
}

const checkPortals = async (db: Db): Promise<Found[]> => {
  const { portals, faults } = await findPortalFaults(db)
  if (portals === 0) return [ok('there is none yet')]
  return faults.length > 0
    ? faults.map(describeFault).map(({ found, todo }) => warning(found, todo))
    : [ok(`${portals} there, new tickets of each reach somebody`)]
}

/** Checks whether customers can create tickets and somebody is notified. */
export const portalCheck = (database: Database): Check => ({
  name: 'portals',
  todo: 'Start the portal once.',
  look: () => checkPortals(database),
})

/** How long before its expiry a key is reported. */
const KEY_NOTICE = '14 days'

const checkApiKeys = async (db: Database): Promise<Found[]> => {
  const { made } = await db.one<{ made: boolean }>(sql`select exists (select from information_schema.columns
    where table_schema = current_schema() and table_name = 'api_key' and column_name = 'expires_at') as made`)
  if (!made) return []
  const ending = await db.many<{ id: number; name: string; company: string; expires: string; over: boolean }>(sql`
    select k.id, k.name, coalesce(c.external_id, c.name) as company, instant(k.expires_at) as expires, k.expires_at <= now() as over
    from api_key k join service_company c on c.id = k.service_company_id
    where k.revoked_at is null and k.expires_at < now() + ${KEY_NOTICE}::interval order by k.expires_at, k.id`)
  const found = ending.map(({ id, name, company, expires, over }) =>
    warning(
      `the API key ${id} (${name}) of ${company} ${over ? 'expired' : 'expires'} on ${expires.slice(0, 10)}`,
      `Make another (\`portico apikey add\`), give it to the program that uses this one, then \`portico apikey revoke ${id}\`.`,
    ),
  )
  return found.length > 0 ? found : [ok('none has expired, none is about to')]
}

/** Checks for failed or overdue jobs, disabled webhooks, parked deliveries, events that are held back, and expiring API keys. */
export const jobChecks = (database: Database): Check[] => [
  { name: 'jobs', todo: 'Start the portal once.', look: () => checkJobs(database) },
  { name: 'webhooks', todo: 'Start the portal once.', look: () => checkWebhooks(database) },
  { name: 'API keys', todo: 'Start the portal once.', look: () => checkApiKeys(database) },
]
