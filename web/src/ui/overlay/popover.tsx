import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { usePlacement } from './use-placement.ts'

/** The attributes and handlers of a popover's trigger: spread them on a `<button>`. */
export type PopoverTrigger = {
  ref: Ref<HTMLButtonElement>
  'aria-haspopup': 'dialog' | 'listbox' | 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: (event: MouseEvent) => void
  onFocus: () => void
  onBlur: () => void
  onPointerDown: (event: PointerEvent) => void
  onPointerUp: () => void
  onPointerLeave: () => void
  onPointerEnter: () => void
}

/** What a popover passes to its content. `close()` returns the focus to the trigger, `close(false)` does not. */
type PopoverContent = { close: (returnFocus?: boolean) => void; openedBy: 'pointer' | 'focus' | 'key' }

/**
 * Props of Popover. `openOn`: `focus` opens on focus or click (selects), `click` on click only, `hover` opens at once and
 * closes 110 ms after the pointer has left. `onIntent` runs when the pointer or the focus reaches the trigger, to load what
 * the content needs.
 */
export type PopoverProps = {
  openOn?: 'click' | 'focus' | 'hover'
  haspopup?: 'dialog' | 'listbox' | 'menu'
  className?: string
  anchorClassName?: string
  label?: string
  onIntent?: () => void
  onOpenChange?: (open: boolean) => void
  trigger: (props: PopoverTrigger, open: boolean, close: (returnFocus?: boolean) => void) => ReactNode
  children: (content: PopoverContent) => ReactNode
}

type OpenedBy = PopoverContent['openedBy']

const hideDelay = 110

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** Whether it is open, since what, and how it opens and closes; `ignoresFocus` is set while the trigger's focus must not open it. */
const useOpenState = (onOpenChange: PopoverProps['onOpenChange']) => {
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const ignoresFocus = useRef(false)
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  const changed = useRef(onOpenChange)
  changed.current = onOpenChange

  useEffect(() => () => clearTimeout(hiding.current), [])

  const open = useCallback((by: OpenedBy, again = false) => {
    clearTimeout(hiding.current)
    setOpenedBy(now => (again ? by : (now ?? by)))
    changed.current?.(true)
  }, [])
  const close = useCallback((returnFocus = true) => {
    clearTimeout(hiding.current)
    setOpenedBy(null)
    changed.current?.(false)
    if (!returnFocus || document.activeElement === button.current) return
    ignoresFocus.current = true
    button.current?.focus()
    ignoresFocus.current = false
  }, [])
  const closeSoon = () => {
    clearTimeout(hiding.current)
    hiding.current = setTimeout(() => close(false), hideDelay)
  }
  return { openedBy, isOpen: openedBy !== null, button, ignoresFocus, open, close, closeSoon }
}

type OpenState = ReturnType<typeof useOpenState>

/**
 * The pointer and focus handlers of the trigger. Three kinds of focus must not open the popover: that of a pointer press,
 * whose click opens it; our own when it closes; and that of a window to which the reader returns.
 */
const useTriggerHandlers = (state: OpenState, openOn: PopoverProps['openOn'], onIntent: PopoverProps['onIntent']) => {
  const { isOpen, button, ignoresFocus, open, close } = state
  const isPressed = useRef(false)
  const isTouched = useRef(false)
  const openedByFocus = useRef(false)
  const release = () => {
    isPressed.current = false
  }
  const handlers = {
    onPointerEnter: () => onIntent?.(),
    onPointerDown: (event: PointerEvent) => {
      isPressed.current = true
      isTouched.current = event.pointerType === 'touch'
    },
    onPointerUp: release,
    onPointerLeave: release,
    onFocus: () => {
      onIntent?.()
      if (ignoresFocus.current || isPressed.current || openOn === 'click') {
        ignoresFocus.current = false
        return
      }
      openedByFocus.current = true
      open('focus')
    },
    onBlur: () => {
      // A window that loses the focus blurs its active element, which stays the active one.
      ignoresFocus.current = document.activeElement === button.current && !document.hasFocus()
    },
    onClick: (event: MouseEvent) => {
      // The click right after the focus that opened it must not close it.
      if (isOpen && !openedByFocus.current && openOn !== 'hover') close()
      else open(event.detail > 0 ? 'pointer' : 'key', true)
      openedByFocus.current = false
    },
  }
  return { handlers, isTouched }
}

/** Closes the popover on a press outside of its anchor. */
const useCloseOnPressOutside = (
  { isOpen, close }: OpenState,
  anchor: RefObject<HTMLElement | null>,
  popover: RefObject<HTMLElement | null>,
) =>
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event) => {
      if (!(event.target instanceof Node) || anchor.current?.contains(event.target)) return
      // Blur first: an input inside applies its text on blur, and unmounting does not blur it.
      const focused = document.activeElement
      if (focused instanceof HTMLElement && popover.current?.contains(focused)) focused.blur()
      close(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen, close, anchor, popover])

/** The keys of a popover: Escape closes it; arrows and letters on the trigger move the focus into it. */
const handleKey = (
  event: KeyboardEvent,
  { isOpen, button, open, close }: OpenState,
  focusContent: () => HTMLElement | null | undefined,
) => {
  if (event.key === 'Escape' && isOpen) {
    event.preventDefault()
    event.stopPropagation()
    return close()
  }
  if (event.target !== button.current) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    if (isOpen) focusContent()
    else open('key')
  } else if (isOpen && isLetter(event)) {
    const first = focusContent()
    // A focused input receives the letter by itself; a list has to be sent the event.
    if (first && !(first instanceof HTMLInputElement))
      first.dispatchEvent(new window.KeyboardEvent('keydown', event.nativeEvent))
  }
}

/**
 * Content that opens below its trigger. It follows the trigger in the document, so that Tab moves into it and out of it in
 * order. A press or a key on the trigger moves the focus to the element with `data-autofocus`. Escape, a press outside and
 * leaving it with the focus close it.
 */
export const Popover = ({
  openOn = 'click',
  haspopup = 'dialog',
  className,
  anchorClassName,
  label,
  onIntent,
  onOpenChange,
  trigger,
  children,
}: PopoverProps) => {
  const id = useId()
  const state = useOpenState(onOpenChange)
  const { openedBy, isOpen, button, open, close, closeSoon } = state
  const anchor = useRef<HTMLSpanElement>(null)
  const pressedElement = useRef<EventTarget>(null)
  const popover = usePlacement<HTMLDivElement>(isOpen)
  const { handlers, isTouched } = useTriggerHandlers(state, openOn, onIntent)
  useCloseOnPressOutside(state, anchor, popover)

  useEffect(() => {
    // Not on touch: focusing a search field would open the on-screen keyboard.
    const takesFocus = openedBy === 'key' || (openedBy === 'pointer' && !isTouched.current)
    if (takesFocus && openOn !== 'hover') popover.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [openedBy, openOn, popover, isTouched])

  const focusContent = () => {
    const content = popover.current
    const first = content?.querySelector<HTMLElement>('[data-autofocus]') ?? content?.querySelector('button')
    first?.focus()
    return first
  }
  const closeOnLeave = ({ relatedTarget: next }: FocusEvent) => {
    if (isOpen && next instanceof Node && !anchor.current?.contains(next)) close(false)
  }
  // On a phone the anchor is the scrim of a sheet. Only a press that also began there closes it, not the tap that opened it.
  const closeOnScrim = (event: MouseEvent) => {
    if (isOpen && event.target === anchor.current && pressedElement.current === anchor.current) close(false)
  }
  const hover = openOn === 'hover' && {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') open('pointer')
    },
    onPointerLeave: closeSoon,
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and focus bubble up from the controls inside
    <span
      className={anchorClassName ? `popover-anchor ${anchorClassName}` : 'popover-anchor'}
      ref={anchor}
      onBlur={closeOnLeave}
      onKeyDown={event => handleKey(event, state, focusContent)}
      onPointerDown={event => {
        pressedElement.current = event.target
      }}
      onClick={closeOnScrim}
      {...hover}
    >
      {trigger(
        {
          ...handlers,
          ref: button,
          'aria-haspopup': haspopup,
          'aria-expanded': isOpen,
          'aria-controls': isOpen ? id : undefined,
        },
        isOpen,
        close,
      )}
      {openedBy && (
        <div
          id={id}
          ref={popover}
          className={className ? `popover ${className}` : 'popover'}
          {...(label && { role: 'dialog', 'aria-label': label })}
          tabIndex={-1}
        >
          {children({ close, openedBy })}
        </div>
      )}
    </span>
  )
}
