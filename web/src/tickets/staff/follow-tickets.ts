import type { StaffTicketEvent } from '@portico/contract/staff/events'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { refreshLists } from '../../list/refresh-lists.ts'

const firstDelay = 100
const interval = 1000
/** Of more changed tickets at once, lists with several pages are read anew. */
const few = 4

const queueKey = ['staff', 'queue']
/** Customers, and their lists, count their open tickets. */
const counting = [
  ['staff', 'counts'],
  ['staff', 'customer'],
  ['staff', 'customers'],
]

const whenVisible = () =>
  new Promise<void>(resolve => {
    if (document.visibilityState === 'visible') return resolve()
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })

/** Updates the loaded lists of the queue, of which these tickets have changed, and the counts. */
export const refreshQueue = async (client: QueryClient, ids: ReadonlySet<number>) => {
  const refreshed = counting.map(queryKey => client.invalidateQueries({ queryKey }))
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: queueKey })) {
    const pages = (state.data as Partial<InfiniteData<unknown>> | undefined)?.pages ?? []
    if (pages.length < 2 || ids.size > few) refreshed.push(client.invalidateQueries({ queryKey, exact: true }))
    else for (const id of ids) refreshLists(client, queryKey, id)
  }
  await Promise.all(refreshed)
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Follows what happens to tickets: an open one is read anew at once, the lists at most once a second, and not while nobody looks. */
export const followTickets = (client: QueryClient) => {
  let ids = new Set<number>()
  let isRunning = false
  let isOver = false
  const run = async () => {
    isRunning = true
    await pause(firstDelay)
    while (ids.size && !isOver) {
      await whenVisible()
      const changed = ids
      ids = new Set()
      // The next begins when this one is there: an answer that takes long would never be.
      if (!isOver) await refreshQueue(client, changed)
      await pause(interval)
    }
    isRunning = false
  }
  return {
    follow: ({ ticketId }: StaffTicketEvent) => {
      ids.add(ticketId)
      void client.invalidateQueries({ queryKey: ['staff', 'ticket', ticketId] })
      if (!isRunning) void run()
    },
    stop: () => {
      isOver = true
    },
  }
}
