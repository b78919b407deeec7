import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { failureOf } from '../api/failures.ts'
import { useHere } from '../session/use-here.ts'
import { idsIn } from './contract-search.ts'
import { tags } from './data.ts'

/**
 * Removes deleted tags from a filter that the server rejects because of them: an old link may have some. Returns whether it
 * is about to; `onChange` gets the remaining tags.
 */
export const useUnknownTags = (
  tagIds: string | undefined,
  error: Error | null,
  onChange: (tagIds: string | undefined) => void,
) => {
  const { company } = useHere()
  const refused = tagIds !== undefined && failureOf(error).fields.includes('query.tagIds')
  const { data, isError } = useQuery({ ...tags(company), enabled: refused })
  const change = useEffectEvent(onChange)
  useEffect(() => {
    if (!refused || !data) return
    const known = idsIn(tagIds).filter(id => data.some(tag => tag.id === id))
    change(known.join(',') || undefined)
  }, [refused, data, tagIds])
  return refused && !isError
}
