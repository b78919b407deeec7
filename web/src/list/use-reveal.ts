import { useEffect, useRef } from 'react'

/** The open row of a list, wherever it is shown: a selected line of a table, or a line that has opened. */
const openRow = '.split-list [aria-selected="true"], .split-list details.contract[open]'

/**
 * Scrolls the open row into view when the reader arrives by an address that names one, and once more after each call of the returned
 * function. A row that the reader selects by hand is in view already, and stays where it is.
 */
export const useReveal = (open: number | undefined, shown: boolean) => {
  const due = useRef(open !== undefined)
  useEffect(() => {
    if (!due.current || open === undefined || !shown) return
    due.current = false
    document.querySelector(openRow)?.scrollIntoView({ block: 'nearest' })
  }, [open, shown])
  return () => {
    due.current = true
  }
}
