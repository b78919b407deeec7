import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

/**
 * Options of useListbox: the options in the order on screen, what choosing one does, and which one is active until a key or
 * the pointer moves to another. With `wrap` the arrow keys go on at the other end. While `stale`, newer options are loading.
 * Enter waits for these, and for the first ones, unless another key follows.
 */
export type ListboxInput<Item> = {
  items: readonly Item[]
  textOf: (item: Item) => string
  keyOf: (item: Item) => string | number
  onChoose: (item: Item) => void
  initial?: number
  wrap?: boolean
  stale?: boolean
}

const target = (key: string, at: number, count: number, wrap: boolean) => {
  switch (key) {
    case 'ArrowDown':
      return wrap && at === count - 1 ? 0 : Math.min(at + 1, count - 1)
    case 'ArrowUp':
      return wrap && at === 0 ? count - 1 : Math.max(at - 1, 0)
    case 'PageDown':
      return Math.min(at + 8, count - 1)
    case 'PageUp':
      return Math.max(at - 8, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
  }
  return null
}

/**
 * Keyboard control of a listbox whose focus stays on one element (`aria-activedescendant`): arrows, Page Up and Down, Home,
 * End, Enter, Space and type-ahead.
 */
export const useListbox = <Item>({
  items,
  textOf,
  keyOf,
  onChoose,
  initial = -1,
  wrap = false,
  stale = false,
}: ListboxInput<Item>) => {
  const id = useId()
  const [activeKey, setActiveKey] = useState<string | number | null>(null)
  const typed = useRef({ text: '', at: 0 })
  const moved = items.findIndex(item => keyOf(item) === activeKey)
  const active = moved === -1 && initial < items.length ? initial : moved
  const optionId = (item: Item) => `${id}-${String(keyOf(item)).replace(/\s/g, '_')}`
  const activeItem = items[active]
  const activeId = activeItem === undefined ? undefined : optionId(activeItem)

  const enters = useRef(false)
  useEffect(() => {
    if (!enters.current || stale || activeItem === undefined) return
    enters.current = false
    onChoose(activeItem)
  })

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])

  const moveTo = (index: number) => {
    const item = items[index]
    if (item !== undefined) setActiveKey(keyOf(item))
  }

  const typeTo = (letter: string, now: number) => {
    const text = now - typed.current.at < 700 ? typed.current.text + letter : letter
    typed.current = { text, at: now }
    const from = text.length === 1 ? active + 1 : Math.max(active, 0)
    const order = [...items.slice(from), ...items.slice(0, from)]
    const found = order.find(item => textOf(item).toLocaleLowerCase().startsWith(text.toLocaleLowerCase()))
    if (found !== undefined) setActiveKey(keyOf(found))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    enters.current = false
    const inText = event.target instanceof HTMLInputElement
    const to =
      inText && (event.key === 'Home' || event.key === 'End') ? null : target(event.key, active, items.length, wrap)
    if (to !== null) {
      event.preventDefault()
      moveTo(to)
    } else if (event.key === 'Enter' || (event.key === ' ' && !inText)) {
      event.preventDefault()
      if (activeItem !== undefined && !stale) onChoose(activeItem)
      else enters.current = event.key === 'Enter'
    } else if (!inText && event.key.length === 1) {
      typeTo(event.key, event.timeStamp)
    }
  }

  return {
    listId: id,
    activeId,
    activeItem,
    /** Whether a key or the pointer has moved to the active option. */
    isMoved: moved !== -1,
    /** Makes the initial option the active one. */
    reset: () => setActiveKey(null),
    onKeyDown,
    optionProps: (item: Item, chosen: boolean) => ({
      id: optionId(item),
      role: 'option' as const,
      'aria-selected': chosen,
      'data-active': item === activeItem || undefined,
      onPointerMove: () => setActiveKey(keyOf(item)),
      onClick: () => onChoose(item),
    }),
  }
}
