import type { Me } from '@portico/contract/auth'
import type { Comment, Ticket } from '@portico/contract/tickets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isViewing } from '../../api/viewing-tab.ts'
import { useHere } from '../../session/use-here.ts'
import { findSide } from '../rules.ts'
import { markRead } from './data.ts'

/** The id of the line above the first unread message. */
export const newMessagesId = 'new-messages'

const calm = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')

const toEnd = () => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: calm() })

const toNewMessages = () => {
  const line = document.getElementById(newMessagesId)
  // If it is visible without scrolling, the beginning of the ticket stays visible too.
  if (line && line.getBoundingClientRect().top > innerHeight / 2) line.scrollIntoView({ behavior: 'instant' })
}

const watchVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
const isVisible = () => document.visibilityState === 'visible'

/** Whether an element is in the viewport, extended by `rootMargin`; null before the first observation. */
const useInSight = (place: RefObject<Element | null>, rootMargin: string) => {
  const [inSight, setInSight] = useState<boolean | null>(null)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(entries => setInSight(now => entries.at(-1)?.isIntersecting ?? now), {
      rootMargin,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, rootMargin])
  return inSight
}

/** Marks a ticket as read once its last message is in view. After a failure it stays unread until the next visit. */
const useMarkRead = ({ id, comments, unreadComments }: Ticket, isSeen: boolean) => {
  const { mutate } = useMutation(markRead(useQueryClient(), useHere(), id))
  useEffect(() => {
    const last = comments.at(-1)
    if (isSeen && unreadComments > 0 && last && !isViewing) mutate(last.id)
  }, [mutate, comments, unreadComments, isSeen])
}

/**
 * The new messages of an open ticket. It opens at `newFrom`, the first unread message, above which a line is drawn. `unread`
 * is the first message that has arrived since while the reader had scrolled up; a reader at the end is scrolled to it
 * instead. `end` marks the end of the conversation; `isFar` is true when the end is more than a screen away.
 */
export const useNewMessages = (ticket: Ticket, me: Pick<Me, 'id'>) => {
  const { comments, firstUnreadCommentId } = ticket
  const [unread, setUnread] = useState<Comment | null>(null)
  const [arrived, setArrived] = useState<Comment | null>(null)
  const [newFrom, setNewFrom] = useState(firstUnreadCommentId)
  const newest = useRef(comments.at(-1)?.id ?? 0)
  const end = useRef<HTMLDivElement>(null)
  // Messages below the reply box are not visible.
  const atEnd = useInSight(end, '0px 0px -96px')
  const isNear = useInSight(end, '100% 0px 125%')
  const visible = useSyncExternalStore(watchVisibility, isVisible)
  const isSeen = atEnd === true && visible
  useMarkRead(ticket, isSeen)

  const follows = useRef({ atEnd, isSeen })
  useEffect(() => {
    follows.current = { atEnd, isSeen }
    if (atEnd) setUnread(null)
  }, [atEnd, isSeen])

  useEffect(() => {
    if (firstUnreadCommentId !== null && !follows.current.isSeen) setNewFrom(firstUnreadCommentId)
  }, [firstUnreadCommentId])

  const startsAtNew = useRef(firstUnreadCommentId !== null)
  useEffect(() => {
    if (!startsAtNew.current) return
    toNewMessages()
    // The router scrolls to the top when the screen is rendered.
    const frame = requestAnimationFrame(toNewMessages)
    return () => cancelAnimationFrame(frame)
  }, [])

  useEffect(() => {
    const fresh = comments.filter(({ id }) => id > newest.current)
    newest.current = comments.at(-1)?.id ?? newest.current
    const foreign = fresh.filter(comment => findSide(comment, me) !== 'mine')
    const first = foreign[0]
    if (!first) return
    setArrived(foreign.at(-1) ?? null)
    if (follows.current.atEnd) toEnd()
    else setUnread(now => now ?? first)
  }, [comments, me])

  const show = useCallback(() => {
    if (unread) document.getElementById(`comment-${unread.id}`)?.scrollIntoView({ block: 'center', behavior: calm() })
    setUnread(null)
  }, [unread])

  return { end, isFar: isNear === false, newFrom, unread, arrived, show, toEnd }
}
