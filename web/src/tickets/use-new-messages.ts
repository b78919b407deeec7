import type { Me } from '@portico/contract/auth'
import type { Comment } from '@portico/contract/tickets'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sideOf } from './rules.ts'

const calm = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')

const toEnd = () => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: calm() })

/**
 * Messages that arrive while a ticket is open. `unread` is the first that the reader, who has scrolled up, does not see
 * yet; one who is at the end is taken along. `end` marks the end of the conversation.
 */
export const useNewMessages = (comments: readonly Comment[], me: Pick<Me, 'id'>) => {
  const [unread, setUnread] = useState<Comment | null>(null)
  const [arrived, setArrived] = useState<Comment | null>(null)
  const end = useRef<HTMLDivElement>(null)
  const atEnd = useRef(false)
  const newest = useRef(comments.at(-1)?.id ?? 0)

  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      entries => {
        atEnd.current = entries.at(-1)?.isIntersecting ?? false
        if (atEnd.current) setUnread(null)
      },
      // What lies under the reply box is not seen.
      { rootMargin: '0px 0px -96px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const fresh = comments.filter(({ id }) => id > newest.current)
    newest.current = comments.at(-1)?.id ?? newest.current
    const foreign = fresh.filter(comment => sideOf(comment, me) !== 'mine')
    const first = foreign[0]
    if (!first) return
    setArrived(foreign.at(-1) ?? null)
    if (atEnd.current) toEnd()
    else setUnread(now => now ?? first)
  }, [comments, me])

  const show = useCallback(() => {
    if (unread) document.getElementById(`comment-${unread.id}`)?.scrollIntoView({ block: 'center', behavior: calm() })
    setUnread(null)
  }, [unread])

  return { end, unread, arrived, show, toEnd }
}
