import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The title of a row: selecting it opens the row's panel, and closes it again. */
export const RowLink = ({ id, children }: { id: number; children: ReactNode }) => {
  const open = useSearch({ strict: false, select: search => search.open === id })
  return (
    <Link
      className="row-link"
      to="."
      search={now => ({ ...now, open: open ? undefined : id })}
      resetScroll={false}
      preload={false}
      aria-expanded={open}
    >
      {children}
    </Link>
  )
}
