import type { StaffBoardEvent } from '@portico/contract/staff/events'
import type { VisitBoard } from '@portico/contract/staff/planning/visits'
import type { QueryClient } from '@tanstack/react-query'

/** The key of all boards that are loaded. */
export const boards = ['staff', 'visits', 'board']

const PAUSE = 150

/** Follows what takes somebody's time: boards that show it, bookings, days and absences are read anew, once for what comes together. */
export const followBoard = (client: QueryClient) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: StaffBoardEvent[] = []
  const read = () => {
    timer = undefined
    const changed = pending
    pending = []
    const isShown = (shown: VisitBoard | undefined) => {
      const [first] = shown?.days ?? []
      const last = shown?.days.at(-1)
      return !first || !last || changed.some(({ from, to }) => from < last.endsOn && to > first.startsOn)
    }
    void client.invalidateQueries({
      queryKey: boards,
      predicate: ({ state }) => isShown(state.data as VisitBoard | undefined),
    })
    // Of absences also what stands in the way of one that is being entered.
    for (const about of [['visits', 'to-plan'], ['bookings'], ['day'], ['absences']])
      void client.invalidateQueries({ queryKey: ['staff', ...about] })
  }
  return {
    follow: (event: StaffBoardEvent) => {
      pending.push(event)
      timer ??= setTimeout(read, PAUSE)
    },
    stop: () => clearTimeout(timer),
  }
}
