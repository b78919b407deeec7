import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type Anchor = { ticket: string; top: number }

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-ticket]') : null

/**
 * Keeps the row under the pointer, or with the focus, or the first one that is visible, where it is on the screen while rows come and go
 * around it. At the top of the list nothing is kept, so that what is new shows. A list that was hidden is where it was.
 */
export const useSteadyScroll = (list: RefObject<HTMLElement | null>, rows: unknown, isHidden: boolean) => {
  const anchor = useRef<Anchor>(null)
  const pointed = useRef<HTMLElement>(null)
  const last = useRef(0)

  const remember = useRef(() => {
    const node = list.current
    if (!node || node.clientHeight === 0) return
    last.current = node.scrollTop
    const held = [pointed.current, rowOf(document.activeElement)].find(row => row && node.contains(row))
    const edge = node.getBoundingClientRect().top
    const first =
      held ??
      (node.scrollTop > 0
        ? [...node.children].find(
            row => row instanceof HTMLElement && row.offsetTop + row.offsetHeight > node.scrollTop + node.offsetTop,
          )
        : undefined)
    anchor.current =
      first instanceof HTMLElement && first.dataset.ticket
        ? { ticket: first.dataset.ticket, top: first.getBoundingClientRect().top - edge }
        : null
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the rows are others
  useLayoutEffect(() => {
    const node = list.current
    const kept = anchor.current
    const row = kept && node?.querySelector(`[data-ticket="${kept.ticket}"]`)
    if (node && row) {
      const moved = row.getBoundingClientRect().top - node.getBoundingClientRect().top - kept.top
      if (Math.abs(moved) >= 1) node.scrollTop += moved
    }
    remember.current()
  }, [rows, list])

  useLayoutEffect(() => {
    if (!isHidden && list.current && list.current.scrollTop === 0) list.current.scrollTop = last.current
  }, [isHidden, list])

  useEffect(() => {
    const node = list.current
    if (!node) return
    const note = () => remember.current()
    const point = (event: PointerEvent) => {
      const row = event.pointerType === 'mouse' ? rowOf(event.target) : null
      if (row === pointed.current) return
      pointed.current = row
      remember.current()
    }
    const unpoint = () => {
      pointed.current = null
      remember.current()
    }
    node.addEventListener('scroll', note, { passive: true })
    node.addEventListener('focusin', note)
    node.addEventListener('pointerover', point)
    node.addEventListener('pointerleave', unpoint)
    return () => {
      node.removeEventListener('scroll', note)
      node.removeEventListener('focusin', note)
      node.removeEventListener('pointerover', point)
      node.removeEventListener('pointerleave', unpoint)
    }
  }, [list])
}
