import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../kernel/http/deps.ts'
import {
  type DeliveryResult,
  type DueDelivery,
  deliverFeed,
  disableWebhook,
  dueDeliveries,
  forgetForeignPositions,
  LEASE_SECONDS,
  type LeasedWebhook,
  leaseWebhooks,
  releaseWebhook,
  renewLeases,
  storeDeliveryResults,
} from './delivery-queries.ts'
import { openSender, type Sender } from './sender.ts'
import { signedHeaders, webhookSecretPurpose } from './signature.ts'

const POLL_MS = 500
/** Webhooks that a process serves in parallel, and parallel deliveries of each. */
const WEBHOOKS_AT_ONCE = 32
const DELIVERIES_AT_ONCE = 16
/**
 * Pause between two rounds of a webhook, multiplied by the number of webhooks served. It limits a process to about 50 deliveries a second,
 * so that a backlog does not slow the portal down.
 */
const ROUND_MS = 300
/** How long a webhook is served before others get their turn. */
const TURN_MS = 20_000
/** Seconds before each retry: about a day in all, then the delivery is parked. */
const DELAYS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800]

const GONE = 410

/** The next state of a delivery after an attempt. Delays of retries get up to 10 % of jitter, so that they do not all come at once. */
export const toDeliveryResult = (
  { id, tries }: DueDelivery,
  { status, error }: { status: number | null; error: string | null },
): DeliveryResult => {
  const result = { id, status, error }
  if (error === null) return { ...result, state: 'delivered', delay: 0 }
  // 410 Gone disables the webhook; the delivery waits until it is enabled again.
  if (status === GONE) return { ...result, state: 'waiting', delay: 0 }
  const delay = DELAYS[tries]
  if (delay === undefined) return { ...result, state: 'parked', delay: 0 }
  return { ...result, state: 'waiting', delay: delay * (1 + Math.random() / 10) }
}

/** See {@link openDispatcher}. */
export type Dispatcher = {
  /** Starts polling. */
  start(): void
  /** Stops polling and waits for running deliveries. */
  stop(): Promise<void>
  /** Sends everything that is due now; for tests. */
  runDue(): Promise<void>
}

type DispatcherDeps = Pick<Deps, 'database' | 'secrets' | 'clock' | 'log' | 'webhookAllowPrivate'>

/** Sends the feed to the webhooks. Several processes may run it; each webhook is served by one process at a time. */
export const openDispatcher = (deps: DispatcherDeps): Dispatcher => {
  const { database, secrets, clock, log } = deps
  const serving = new Map<string, Promise<void>>()
  let timers: NodeJS.Timeout[] = []
  let polling: Promise<void> | undefined
  let stopped = false

  const sendDelivery = async (sender: Sender, due: DueDelivery): Promise<DeliveryResult> => {
    const encryptedSecrets = [due.encryptedSecret, due.encryptedFormerSecret].filter(one => one !== null)
    try {
      const keys = encryptedSecrets.map(one => secrets.decrypt(one, webhookSecretPurpose))
      return toDeliveryResult(
        due,
        await sender.post(due.url, signedHeaders(keys, due.key, due.body, clock()), due.body),
      )
    } catch (error) {
      return toDeliveryResult(due, { status: null, error: `could not be signed: ${(error as Error).message}` })
    }
  }

  /** Stores results of deliveries. Retries while the database is unavailable, because a lost result would send a delivery twice. */
  const storeResults = async (webhook: LeasedWebhook, results: DeliveryResult[]) => {
    for (;;) {
      try {
        await storeDeliveryResults(database, webhook, results)
        break
      } catch (error) {
        if (stopped) throw error
        await sleep(1000)
      }
    }
    for (const { state, error } of results)
      if (state === 'parked')
        log.warn({ webhook: webhook.id, reason: error }, 'a webhook delivery was parked after a day')
    if (!results.some(({ status }) => status === GONE)) return
    log.warn({ webhook: webhook.id }, 'a webhook was switched off: its address answered 410')
    await disableWebhook(database, webhook, 'answered 410 Gone')
  }

  /** Works in rounds, so that adding and settling deliveries never run at the same time. */
  const serveWebhook = async (webhook: LeasedWebhook) => {
    const sender = openSender({ allowPrivate: deps.webhookAllowPrivate, atOnce: DELIVERIES_AT_ONCE })
    const inProgress = new Set<number>()
    let results: DeliveryResult[] = []
    const end = performance.now() + TURN_MS
    try {
      for (;;) {
        const done = results
        results = []
        if (done.length > 0) await storeResults(webhook, done)
        // Only now: a delivery that was sent but not yet settled still counts as due.
        for (const { id } of done) inProgress.delete(id)
        let idle = true
        if (!stopped && performance.now() < end) {
          const more = await deliverFeed(database, webhook)
          const due = await dueDeliveries(database, webhook, [...inProgress], DELIVERIES_AT_ONCE - inProgress.size)
          for (const delivery of due) {
            inProgress.add(delivery.id)
            void sendDelivery(sender, delivery).then(result => results.push(result))
          }
          idle = !more && due.length === 0
        }
        if (inProgress.size === 0 && idle) break
        await sleep(ROUND_MS * serving.size)
      }
      await releaseWebhook(database, webhook)
    } finally {
      sender.close()
    }
  }

  const leaseDueWebhooks = async () => {
    const freeSlots = WEBHOOKS_AT_ONCE - serving.size
    if (stopped || freeSlots === 0) return
    for (const webhook of await leaseWebhooks(database, randomUUID(), freeSlots)) {
      const key = `${webhook.lease} ${webhook.id}`
      const run = serveWebhook(webhook)
        .catch(error => log.warn({ err: error, webhook: webhook.id }, 'a webhook could not be served'))
        .finally(() => serving.delete(key))
      serving.set(key, run)
    }
  }

  const pollOnce = () => {
    polling ??= leaseDueWebhooks()
      .catch(error => log.warn({ err: error }, 'webhooks could not be read'))
      .finally(() => {
        polling = undefined
      })
    return polling
  }

  const renewServedLeases = async () => {
    if (serving.size === 0) return
    const leases = [...serving.keys()].map(key => key.split(' ')[0] ?? '')
    await renewLeases(database, leases).catch(error =>
      log.warn({ err: error }, 'leases of webhooks could not be renewed'),
    )
  }

  return {
    start() {
      forgetForeignPositions(database).catch(error => log.warn({ err: error }, 'webhooks could not be read'))
      timers = [
        setInterval(() => void pollOnce(), POLL_MS),
        setInterval(() => void renewServedLeases(), (LEASE_SECONDS * 1000) / 3),
      ]
    },
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await polling
      await Promise.all(serving.values())
    },
    async runDue() {
      await pollOnce()
      await Promise.all(serving.values())
    },
  }
}
