import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failureOf } from '../../api/failures.ts'
import { useHere } from '../../session/use-here.ts'
import { colleagues } from '../data.ts'
import { type TicketFilter, webUserIdsOf } from '../ticket-filter.ts'

/** Puts a filter into the URL; `replace` replaces the history entry. */
export type ChangeFilter = (filter: TicketFilter, how?: { replace: boolean }) => void

/**
 * Removes unknown colleagues from a filter that the server rejects because of them: an old link may have people who have
 * left the contact. Returns whether it is about to.
 */
export const useUnknownColleagues = (filter: TicketFilter, onFilter: ChangeFilter, error: Error | null) => {
  const { contactid } = useHere()
  const refused = filter.webUserIds !== undefined && failureOf(error).fields.includes('query.webUserIds')
  const { data, isError } = useQuery({ ...colleagues(contactid), enabled: refused })
  useEffect(() => {
    if (!refused || !data) return
    const known = webUserIdsOf(filter).filter(id => data.some(({ webUserId }) => webUserId === id))
    onFilter({ ...filter, webUserIds: known.join(',') || undefined }, { replace: true })
  }, [refused, data, filter, onFilter])
  return refused && !isError
}
