import type pg from 'pg'
import type { DatabaseLog } from './log.ts'

/** How long to wait before a lost connection is opened anew, in milliseconds. */
const RETRY_MS = 2000
/** How often a connection is asked whether it is still there, because a lost one looks like one on which nothing is notified. */
const PROBE_MS = 15_000
const PROBE_TIMEOUT_MS = 5000

/** Listens to a channel, see `Database.listen`. */
export const listen = (
  newClient: () => pg.Client,
  log: DatabaseLog,
  { channel, receive }: { channel: string; receive: (payload: string) => void },
): (() => Promise<void>) => {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let isLossLogged = false

  const probe = async (opened: pg.Client) => {
    // The driver knows `query_timeout`, its types do not.
    await opened.query({ text: 'select 1', query_timeout: PROBE_TIMEOUT_MS } as pg.QueryConfig)
  }

  const open = async () => {
    const opened = newClient()
    client = opened
    let isLost = false
    const lose = (error?: Error) => {
      if (isLost || closed) return
      isLost = true
      clearInterval(timer)
      if (!isLossLogged) log('warn', 'The connection for notifications was lost', { reason: error?.message })
      isLossLogged = true
      opened.end().catch(() => {})
      timer = setTimeout(() => {
        opening = open()
      }, RETRY_MS)
    }
    opened.on('error', lose)
    opened.on('end', lose)
    opened.on('notification', ({ payload }) => receive(payload ?? ''))
    try {
      await opened.connect()
      await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
      if (closed || isLost) return
      isLossLogged = false
      timer = setInterval(() => probe(opened).catch(lose), PROBE_MS)
    } catch (error) {
      lose(error as Error)
    }
  }

  let opening = open()
  return async () => {
    closed = true
    clearTimeout(timer)
    await opening
    await client?.end().catch(() => {})
  }
}
