import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { queue } from '../../data.ts'
import { firstView } from '../../queue-search.ts'

/** The tickets before and after one in a list; of a ticket that has left it, by the list that still had it. */
export const neighboursOf = (order: readonly number[], earlier: readonly number[], ticketid: number) => {
  const known = order.includes(ticketid) ? order : earlier
  const at = known.indexOf(ticketid)
  if (at === -1) return { previous: undefined, next: order[0] }
  const isThere = (id: number) => order.includes(id)
  return { previous: known.slice(0, at).findLast(isThere), next: known.slice(at + 1).find(isThere) }
}

/** Whether the ticket is shown alone, over the whole width. */
export type DeskWidth = { isFull: boolean }

/** The tickets before and after the open one, in the order of the queue, and how to go there. */
export const useNeighbours = (ticketid: number, { isFull }: DeskWidth) => {
  const search = useSearch({ from: '/signed-in/tickets' })
  const navigate = useNavigate()
  const { data } = useInfiniteQuery(queue({ ...search, view: search.view ?? firstView }))
  const order = data?.pages.flatMap(({ rows }) => rows.map(({ id }) => id)) ?? []
  const earlier = useRef<readonly number[]>([])
  const { previous, next } = neighboursOf(order, earlier.current, ticketid)
  const has = order.includes(ticketid)
  useEffect(() => {
    if (has) earlier.current = order
  })
  const to = isFull ? '/tickets/$ticketid/full' : '/tickets/$ticketid'
  return {
    previous,
    next,
    open: (id: number | undefined) => {
      if (id === undefined) return void navigate({ to: '/tickets', search: true })
      void navigate({ to, params: { ticketid: id }, search: true })
    },
  }
}
