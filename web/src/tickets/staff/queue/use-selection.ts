import { useCallback, useMemo, useRef, useState } from 'react'

type Row = { id: number }

const none: ReadonlySet<number> = new Set()

/** Which rows of a list are selected. A row that leaves the list is no longer selected; `list` names the list, and another begins anew. */
export const useSelection = <R extends Row>(rows: readonly R[], list: string) => {
  const [chosen, setChosen] = useState({ list, ids: none })
  const ids = chosen.list === list ? chosen.ids : none
  const from = useRef<number>(undefined)
  const order = useRef(rows)
  order.current = rows

  const select = useCallback(
    (id: number, isRange = false) => {
      const start = isRange ? order.current.findIndex(row => row.id === from.current) : -1
      from.current = id
      const at = order.current.findIndex(row => row.id === id)
      setChosen(now => {
        const next = new Set(now.list === list ? now.ids : none)
        if (start >= 0 && at >= 0)
          for (const row of order.current.slice(Math.min(start, at), Math.max(start, at) + 1)) next.add(row.id)
        else if (!next.delete(id)) next.add(id)
        return { list, ids: next }
      })
    },
    [list],
  )
  const selected = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids])
  return {
    ids,
    selected,
    select,
    clear: useCallback(() => setChosen({ list, ids: none }), [list]),
    /** Leaves only these selected. */
    keep: useCallback((kept: readonly number[]) => setChosen({ list, ids: new Set(kept) }), [list]),
  }
}
