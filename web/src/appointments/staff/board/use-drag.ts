import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

const SLOP = 5
/** A finger that rests this long takes what is below it; one that moves before scrolls. */
const REST = 350
const EDGE = 48

/** What a drag needs. `take` finds what lies below a pointer that goes down; `over` and `drop` get its place. */
type DragOptions<Item> = {
  root: RefObject<HTMLElement | null>
  scroller: RefObject<HTMLElement | null>
  ghost: RefObject<HTMLElement | null>
  take: (element: Element, x: number) => Item | undefined
  over: (item: Item, x: number, y: number) => void
  drop: (item: Item) => void
  cancel: () => void
}

type Press<Item> = {
  item: Item
  pointerId: number
  x: number
  y: number
  isOn: boolean
  timer?: ReturnType<typeof setTimeout>
}

/** Drags by mouse, pen and finger. A press that does not move stays a click; Escape puts back what is dragged. */
export const useDrag = <Item>({ root, scroller, ghost, take, over, drop, cancel }: DragOptions<Item>) => {
  const press = useRef<Press<Item>>(undefined)

  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  const place = (x: number, y: number) => {
    if (ghost.current) ghost.current.style.transform = `translate(${x + 12}px, ${y + 12}px)`
  }
  const begin = (held: Press<Item>) => {
    held.isOn = true
    root.current?.setPointerCapture(held.pointerId)
    over(held.item, held.x, held.y)
    place(held.x, held.y)
  }

  const abandon = useEffectEvent(() => {
    const wasOn = press.current?.isOn
    end()
    if (wasOn) cancel()
  })
  useEffect(() => {
    const node = root.current
    const keep = (event: TouchEvent) => {
      if (press.current?.isOn) event.preventDefault()
    }
    const putBack = (event: KeyboardEvent) => {
      if (event.key === 'Escape') abandon()
    }
    node?.addEventListener('touchmove', keep, { passive: false })
    document.addEventListener('keydown', putBack)
    return () => {
      node?.removeEventListener('touchmove', keep)
      document.removeEventListener('keydown', putBack)
      clearTimeout(press.current?.timer)
    }
  }, [root])

  const scroll = (x: number, y: number) => {
    const node = scroller.current
    if (!node) return
    const { left, right, top, bottom } = node.getBoundingClientRect()
    if (x < left || x > right) return
    node.scrollBy(x > right - EDGE ? 14 : 0, y > bottom - EDGE ? 14 : y < top + EDGE && y > top ? -14 : 0)
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      if (!event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return
      const item = take(event.target, event.clientX)
      if (item === undefined) return
      const held: Press<Item> = { item, pointerId: event.pointerId, x: event.clientX, y: event.clientY, isOn: false }
      if (event.pointerType === 'touch') held.timer = setTimeout(() => begin(held), REST)
      press.current = held
    },
    onPointerMove: (event: PointerEvent) => {
      const held = press.current
      if (!held || held.pointerId !== event.pointerId) return
      const { clientX: x, clientY: y } = event
      if (!held.isOn) {
        if (Math.hypot(x - held.x, y - held.y) < SLOP) return
        if (event.pointerType === 'touch') return end()
        begin(held)
      }
      place(x, y)
      scroll(x, y)
      over(held.item, x, y)
    },
    onPointerUp: (event: PointerEvent) => {
      const held = press.current
      if (!held || held.pointerId !== event.pointerId) return
      end()
      if (!held.isOn) return
      // What follows is no click on what was dragged.
      const swallow = (click: Event) => click.stopPropagation()
      document.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => document.removeEventListener('click', swallow, { capture: true }))
      drop(held.item)
    },
    onPointerCancel: abandon,
  }
}
