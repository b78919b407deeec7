import { resolve } from 'node:dns/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { startCleanup } from './cleanup.ts'
import { demoSignIns, demoStaffSignIns, hasDemo, isDemoDue, loadDemo } from './demo/demo.ts'
import { makeDemoCannedAnswers } from './demo/demo-canned-answers.ts'
import { makeDemoAccounts } from './demo/demo-staff.ts'
import { openFetcher } from './inbound-mail/fetching/fetch-mail.ts'
import { openLmtp } from './inbound-mail/lmtp.ts'
import { type Installation, migrationsDir, openInstallation, root } from './installation/installation.ts'
import { openedBy } from './installation/opened-by.ts'
import { jobKinds } from './job-kinds.ts'
import { type Database, tx, Unavailable } from './kernel/database/db.ts'
import { openJobs } from './kernel/database/jobs.ts'
import type { DatabaseLog } from './kernel/database/log.ts'
import { migrate, pendingMigrations } from './kernel/database/migrate.ts'
import { OperatorError } from './kernel/errors/operator-error.ts'
import { openSignedUrls } from './kernel/security/signed-url.ts'
import { openLog } from './kernel/settings/log.ts'
import type { Settings } from './kernel/settings/settings.ts'
import { StorageUnavailable } from './kernel/storage/storage.ts'
import { openContactLog } from './people/log-buffer.ts'
import { describeFault, findPortalFaults } from './portals/portal-faults.ts'
import { renameReservedPortals } from './portals/reserved-keys.ts'
import { openOpenings } from './published/openings.ts'
import type { AppDeps } from './sections/definition/section.ts'
import { makeFirstLinks } from './staff/first-links.ts'
import { openTransports } from './transports.ts'
import { openDispatcher } from './webhooks/dispatcher.ts'

/** Under one second, because every process must refuse a revoked session within a second. */
const AUTH_CACHE_MS = 800
/**
 * How long a stop waits for running requests, mails and webhooks. Afterwards connections are closed, and another process takes over the
 * jobs.
 */
const STOP_PATIENCE_MS = 20_000
/** A stop that takes longer has failed; systemd would kill the process after 30 seconds. */
const STOP_LIMIT_MS = 25_000
const RETRY_MS = 2000
/** npm forwards a Ctrl+C that the terminal has already sent to this process: only a later signal means that the operator is in a hurry. */
const ECHO_MS = 1000

/** Refuses to serve the demo to other machines, because its passwords are public. */
const guardDemo = async (database: Database, settings: Settings, willLoad: boolean) => {
  const setting = openedBy(settings)
  if (!setting || settings.demo === true) return
  const opened = `${setting} opens this installation to other machines while`
  if (await hasDemo(database))
    throw new OperatorError(
      `${opened} the demo, with its public passwords, is in it. Take it out with \`npx portico demo --remove\`, or set DEMO=1.`,
    )
  if (willLoad)
    throw new OperatorError(
      `${opened} this start would load the demo, with its public passwords. Set DEMO=0 to start without it, or DEMO=1.`,
    )
}

/** Applies migrations and loads the demo if it is due; waits while the database is unavailable. */
const prepare = async (installation: Installation, settings: Settings, log: DatabaseLog): Promise<void> => {
  const { database, embedded } = installation
  for (;;) {
    try {
      await migrate(database, migrationsDir, log)
      await renameReservedPortals(database, log)
      const willLoad = (settings.demo ?? embedded) && (await isDemoDue(database))
      await guardDemo(database, settings, willLoad)
      if (willLoad) await loadDemo({ ...installation, log })
      return
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof StorageUnavailable)) throw error
      log('warn', 'Database or storage is out of reach; trying again', { reason: error.message })
      await sleep(RETRY_MS)
    }
  }
}

/**
 * Whether there is nothing to migrate or to load. Such a start listens only once it can serve, so that a load balancer does not send
 * requests too early.
 */
const isPrepared = async ({ database, embedded }: Installation, settings: Settings): Promise<boolean> => {
  try {
    if ((await pendingMigrations(database, migrationsDir)).length > 0) return false
    return !((settings.demo ?? embedded) && (await isDemoDue(database)))
  } catch {
    // `prepare` reports the cause.
    return false
  }
}

/** Explains to the operator why the server cannot listen. */
const whyNot = (error: NodeJS.ErrnoException, { port, host }: Settings): unknown => {
  const { code = '' } = error
  if (code === 'EADDRINUSE')
    return new OperatorError(`PORT ${port} is in use by another program. Stop it, or set another PORT.`)
  if (code === 'EACCES') return new OperatorError(`PORT ${port} may not be used by this account. Set one above 1023.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new OperatorError(`HOST ${host} is no address of this machine.`)
  return error
}

/** Stops listening and waits for running requests, but not for those that take too long. */
const stopHttp = async (http: FastifyInstance): Promise<void> => {
  const timer = setTimeout(() => {
    http.log.warn('requests are still under way at the stop; their connections are cut')
    http.server.closeAllConnections()
  }, STOP_PATIENCE_MS)
  await http.close()
  clearTimeout(timer)
}

/** Logs each portal whose customers cannot open tickets, or whose tickets notify nobody. */
const logPortalFaults = async (database: Database, log: DatabaseLog) => {
  const { faults } = await findPortalFaults(database)
  for (const fault of faults) {
    const { found, todo } = describeFault(fault)
    log('warn', `${found[0]?.toUpperCase()}${found.slice(1)}. ${todo}`, { portal: fault.company })
  }
}

/** Warns that strangers can have messages sent, because everybody may sign in to the demo. */
const logOpenDemo = async (database: Database, settings: Settings, log: DatabaseLog) => {
  if (!openedBy(settings) || !(await hasDemo(database))) return
  const sender = settings.smtpUrl ? 'SMTP_URL' : settings.smsUrl ? 'SMS_URL' : undefined
  if (sender)
    log('warn', `Everybody can sign in to the demo and have messages sent by ${sender}: take the demo out, or unset it`)
}

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Prints a one-time link for an empty installation, and one for each company that nobody can administer. */
const printFirstLinks = async ({ database, security }: Installation, origin: string) => {
  for (const { companyName, path } of await makeFirstLinks(database, security, new Date())) {
    const who = companyName === null ? 'Set up the first company' : `${companyName} has no administrator yet`
    say(`\n${who}. This link makes the administrator (24 hours, once):\n  ${origin}${path}`)
  }
}

const greet = async (installation: Installation, settings: Settings, address: string) => {
  const origin = settings.publicUrl ?? address
  say(`\nPortico is ready: ${origin}`)
  say(`Its data is in ${installation.dataDir}`)
  await printFirstLinks(installation, origin)
  if (!(await hasDemo(installation.database))) return
  say('\nDemo sign-ins (every password is Portico-demo-1):')
  for (const { userName, path } of demoSignIns) say(`  ${userName.padEnd(14)} ${origin}${path}`)
  say(`\nDemo sign-ins of the staff, with the same password: ${origin}/staff/login`)
  for (const { email, role, isOperator } of demoStaffSignIns)
    say(`  ${email.padEnd(36)} ${role}${isOperator && !openedBy(settings) ? ', operator of the installation' : ''}`)
  say('')
}

/** Runs the product until SIGTERM or SIGINT. Running requests are finished first, unless a second signal arrives. */
export const serve = async (settings: Settings): Promise<void> => {
  const log = openLog(settings.logLevel)
  const databaseLog: DatabaseLog = (level, message, detail) => log[level](detail ?? {}, message)
  const clock = () => new Date()
  let ready = false
  let ended = false
  let installation: Installation | undefined
  /** Called in parallel: new connections are refused while running mails and webhooks finish. */
  const stops: (() => unknown)[] = []
  const close = async () => {
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    const stopped = Promise.all(stops.map(stop => stop())).then(() => true)
    // One second more than requests have, so that cancelled requests can end.
    if (!(await Promise.race([stopped, sleep(STOP_PATIENCE_MS + 1000, false, { ref: false })])))
      log.warn('mails, webhooks or imports are still under way at the stop; the next process does them again')
    await installation?.close()
  }
  let asked = Number.POSITIVE_INFINITY
  const end = () => {
    if (performance.now() - asked > ECHO_MS) process.exit(1)
    if (ended) return
    ended = true
    asked = performance.now()
    log.info('stopping')
    void close().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)

  try {
    installation = await openInstallation(settings, databaseLog)
    const { database, storage, secrets, security, messages, workers, seal } = installation
    const openings = openOpenings({ database, clock, log: databaseLog })
    const contactLog = openContactLog({ database, clock, log: databaseLog })
    const transports = await openTransports(settings, installation.dataDir, log)
    const deps: AppDeps = {
      database,
      storage,
      signedUrls: openSignedUrls(secrets),
      messages,
      secrets,
      security,
      openings,
      contactLog,
      workers,
      seal,
      clock,
      log,
      trustProxy: settings.trustProxy,
      metricsToken: settings.metricsToken,
      webhookAllowPrivate: settings.webhookAllowPrivate,
      webhookPorts: settings.webhookPorts,
      importMax: settings.importMax,
      storageQuota: settings.storageQuota,
      mailsAreSent: settings.smtpUrl !== undefined,
      textsAreSent: settings.smsUrl !== undefined,
      ...transports,
      publicUrl: settings.publicUrl,
      staffTicketUrl: settings.staffTicketUrl,
      replyAddress: settings.replyAddress,
      resolveDns: resolve,
      securityLogMonths: settings.securityLogMonths,
      staffSecondFactor: settings.staffSecondFactor,
      home: { settings, dataDir: installation.dataDir },
      webDir: join(root, 'web', 'dist'),
      ready: () => ready,
      authCacheMs: AUTH_CACHE_MS,
    }
    const http = await buildApp(deps)
    stops.push(() => stopHttp(http))
    const early = await isPrepared(installation, settings)
    if (early) {
      await prepare(installation, settings, databaseLog)
      ready = !ended
    }
    const listen = {
      port: settings.port,
      host: settings.host,
      listenTextResolver: (address: string) => `listening at ${address}`,
    }
    const listening = await http.listen(listen).catch(error => {
      throw whyNot(error, settings)
    })
    const address = listening.replace('127.0.0.1', 'localhost').replace('[::1]', 'localhost')
    if (!early) await prepare(installation, settings, databaseLog)
    // The demo of an earlier version has none.
    await makeDemoAccounts(database)
    await tx(database, db => makeDemoCannedAnswers(db, storage))
    ready = !ended
    seal.begin().catch(error => log.error({ err: error }, 'the key that seals documents cannot be opened'))
    security.start()
    openings.start()
    stops.push(() => openings.stop())
    contactLog.start()
    stops.push(() => contactLog.stop())
    stops.push(startCleanup({ database, storage, clock, log, security, securityLogMonths: settings.securityLogMonths }))
    const jobs = openJobs(deps, jobKinds(deps))
    stops.push(() => jobs.stop())
    if (!ended) jobs.start()
    const webhooks = openDispatcher(deps)
    stops.push(() => webhooks.stop())
    if (!ended) webhooks.start()
    const fetcher = openFetcher(deps)
    stops.push(() => fetcher.stop())
    if (!ended) fetcher.start()
    if (settings.lmtp && !ended) {
      const lmtp = await openLmtp(deps, settings.lmtp)
      stops.push(() => lmtp.stop())
      log.info({ port: lmtp.port, host: settings.lmtp.host }, 'LMTP takes mail')
    }
    await logPortalFaults(database, databaseLog)
    await logOpenDemo(database, settings, databaseLog)
    if (settings.staffSecondFactor === 'offered')
      log.warn('STAFF_SECOND_FACTOR is `offered`: a stolen password of the staff is enough to sign in')
    await greet(installation, settings, address)
  } catch (error) {
    // Errors that the stop itself causes are not faults.
    if (ended) return
    await close()
    throw error
  }
}
