/** How many tasks may wait: in all, and of one caller. */
export type QueueBounds = { total: number; perCaller: number }

/** Waiting tasks in turns: each caller's in their order, and after a task of one caller the next caller has a turn. */
export const fairQueue = <Item>({ total, perCaller }: QueueBounds) => {
  // A Map keeps the order of insertion: the caller who comes first has waited longest for a turn.
  const waiting = new Map<string, Item[]>()

  const size = (of: (caller: string) => boolean = () => true): number =>
    [...waiting].reduce((sum, [caller, items]) => sum + (of(caller) ? items.length : 0), 0)

  return {
    /** How many wait; with `of`, those of these callers. */
    size,
    /** Appends a task; answers why not when there is no room. */
    add(caller: string, item: Item): 'full' | 'full for caller' | undefined {
      const own = waiting.get(caller) ?? []
      if (own.length >= perCaller) return 'full for caller'
      if (size() >= total) return 'full'
      waiting.set(caller, [...own, item])
      return undefined
    },
    /** Takes the first task of the caller whose turn it is, among those who may run now. */
    take(mayRun: (caller: string) => boolean): { caller: string; item: Item } | undefined {
      for (const [caller, [item, ...others]] of waiting) {
        if (item === undefined || !mayRun(caller)) continue
        waiting.delete(caller)
        if (others.length > 0) waiting.set(caller, others)
        return { caller, item }
      }
      return undefined
    },
    /** Takes all tasks. */
    clear(): Item[] {
      const items = [...waiting.values()].flat()
      waiting.clear()
      return items
    },
  }
}
