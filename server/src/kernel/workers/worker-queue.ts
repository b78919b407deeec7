/** How many tasks may wait: in total, and per caller. */
export type QueueBounds = { total: number; perCaller: number }

/** A queue with round-robin between callers: each caller's tasks keep their order, and after one task it is the next caller's turn. */
export const fairQueue = <Item>({ total, perCaller }: QueueBounds) => {
  // A Map keeps insertion order: the first caller has waited longest for a turn.
  const waiting = new Map<string, Item[]>()

  const size = (of: (caller: string) => boolean = () => true): number =>
    [...waiting].reduce((sum, [caller, items]) => sum + (of(caller) ? items.length : 0), 0)

  return {
    /** The number of waiting tasks; with `of`, only those of these callers. */
    size,
    /** Appends a task; returns the reason if there is no room. */
    add(caller: string, item: Item): 'full' | 'full for caller' | undefined {
      const own = waiting.get(caller) ?? []
      if (own.length >= perCaller) return 'full for caller'
      if (size() >= total) return 'full'
      waiting.set(caller, [...own, item])
      return undefined
    },
    /** Takes the first task of the next caller who may run now. */
    take(mayRun: (caller: string) => boolean): { caller: string; item: Item } | undefined {
      for (const [caller, [item, ...others]] of waiting) {
        if (item === undefined || !mayRun(caller)) continue
        waiting.delete(caller)
        if (others.length > 0) waiting.set(caller, others)
        return { caller, item }
      }
      return undefined
    },
    /** Removes and returns all tasks. */
    clear(): Item[] {
      const items = [...waiting.values()].flat()
      waiting.clear()
      return items
    },
  }
}
