import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { OpenTicket } from '../../data.ts'
import { markRead } from '../data.ts'

/** The id of the line above the first unread message. */
export const newMessagesId = 'new-messages'

const watchVisibility = (onChange: () => void) => {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
const isVisible = () => document.visibilityState === 'visible'

const calm = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')

/** What the writer of an answer has seen: the newest message, null for the description alone; and whether something is being written. */
export type Reader = { seen: number | null; isWriting: boolean }

type Reading = { thread: RefObject<HTMLElement | null>; end: RefObject<HTMLElement | null>; reader: RefObject<Reader> }

/**
 * Opens a conversation at its first unread message, and follows what the reader has seen of it: a message counts as seen once the end is in
 * view. While one writes, a message that arrives is not seen by being there: only once the reader turns to the conversation, so that no
 * answer crosses it.
 */
export const useReading = (ticket: OpenTicket, staffUserId: number, { thread, end, reader }: Reading) => {
  const { comments, firstUnreadCommentId } = ticket
  const [newFrom] = useState(firstUnreadCommentId)
  const [atEnd, setAtEnd] = useState(false)
  const [arrived, setArrived] = useState(0)
  const visible = useSyncExternalStore(watchVisibility, isVisible)
  const { mutate } = useMutation(markRead(useQueryClient(), ticket.id))
  const newest = comments.at(-1)?.id ?? null

  // At once, while the number on the screen comes with the next drawing.
  const isMissed = useRef(false)
  const see = useEffectEvent(() => {
    reader.current.seen = newest
    isMissed.current = false
    setArrived(0)
    if (ticket.unread) mutate(newest)
  })
  const sticks = useRef(false)
  const toEnd = (behavior: ScrollBehavior = calm()) =>
    thread.current?.scrollTo({ top: thread.current.scrollHeight, behavior })

  // biome-ignore lint/correctness/useExhaustiveDependencies: where it opens, once
  useEffect(() => {
    const line = document.getElementById(newMessagesId)
    if (line) line.scrollIntoView({ block: 'start', behavior: 'instant' })
    else if (comments.length > 0) toEnd('instant')
    const root = thread.current
    if (!root || !end.current) return
    const observer = new IntersectionObserver(entries => setAtEnd(now => entries.at(-1)?.isIntersecting ?? now), {
      root,
      rootMargin: '0px 0px 48px',
    })
    observer.observe(end.current)
    // Who is at the end stays there while the composer and the conversation grow.
    const sizes = new ResizeObserver(() => {
      if (sticks.current) toEnd('instant')
    })
    sizes.observe(root)
    if (root.firstElementChild) sizes.observe(root.firstElementChild)
    return () => {
      observer.disconnect()
      sizes.disconnect()
    }
  }, [])

  // What others write while one writes is not seen by being there.
  const counted = useRef(newest)
  const count = useEffectEvent(() => {
    const after = comments.findIndex(({ id }) => id === counted.current)
    const fresh = comments.slice(after + 1)
    counted.current = newest
    if (fresh.length === 0) return
    const foreign = fresh.filter(({ staff }) => staff?.id !== staffUserId).length
    if (foreign === 0) return toEnd()
    if (reader.current.isWriting || !atEnd) {
      sticks.current = false
      isMissed.current = true
      return setArrived(now => now + foreign)
    }
    toEnd()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new message
  useEffect(() => count(), [newest])

  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new message, too
  useEffect(() => {
    if (atEnd && visible && !isMissed.current) see()
  }, [atEnd, visible, arrived, newest, ticket.unread])

  /** Follows where the reader scrolls to. */
  const scrolled = () => {
    const root = thread.current
    if (root) sticks.current = root.scrollHeight - root.scrollTop - root.clientHeight < 24
  }
  const look = () => {
    if (atEnd && isMissed.current) see()
  }
  const show = () => {
    toEnd()
    see()
  }
  // The own message, and one that was stopped, appear at the end.
  const held = ticket.heldAnswers.map(({ id, crossed }) => `${id} ${crossed}`).join()
  const shownHeld = useRef(held)
  const follow = useEffectEvent(() => {
    if (held !== shownHeld.current && held) toEnd()
    shownHeld.current = held
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of what is held
  useEffect(() => follow(), [held])

  return { newFrom, arrived, isAway: !atEnd, look, show, scrolled }
}
