import {
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { usePlacement } from './use-placement.ts'

/** What the trigger of a popover must carry: spread it on a `<button>`. */
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

/** What the content of a popover gets. `close()` gives the focus back to the trigger, `close(false)` leaves it. */
export type PopoverContent = { close: (returnFocus?: boolean) => void; openedBy: 'pointer' | 'focus' | 'key' }

/**
 * Props of Popover. `openOn`: `focus` opens on focus or click (pickers, spec 4), `click` on click alone, `hover` shows
 * at once and hides 110 ms after the pointer has left (spec 9).
 * `onIntent` runs when a reader comes near, to load what will be needed.
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

const hideDelay = 110

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/**
 * Something that opens beneath its trigger and stands right after it in the document, so that Tab goes in and out of it
 * in order; the arrow keys go in too. `data-autofocus` marks what a press or a key on the trigger moves the focus to. Closes on Escape (focus back to the trigger), on a press outside and when the focus leaves.
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
  const [openedBy, setOpenedBy] = useState<PopoverContent['openedBy'] | null>(null)
  const open = openedBy !== null
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const popover = usePlacement<HTMLDivElement>(open)
  // The focus events that must not open: the one a pointer press brings (its click opens), ours when we give the focus
  // back, and the one a window brings when the reader returns to it.
  const pressing = useRef(false)
  const ignoreFocus = useRef(false)
  const openedByFocus = useRef(false)
  const touched = useRef(false)
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  const changed = useRef(onOpenChange)
  changed.current = onOpenChange

  const show = useCallback((by: PopoverContent['openedBy']) => {
    clearTimeout(hiding.current)
    setOpenedBy(now => now ?? by)
    changed.current?.(true)
  }, [])

  const close = useCallback((returnFocus = true) => {
    clearTimeout(hiding.current)
    setOpenedBy(null)
    changed.current?.(false)
    if (!returnFocus || document.activeElement === button.current) return
    ignoreFocus.current = true
    button.current?.focus()
    ignoreFocus.current = false
  }, [])

  useEffect(() => () => clearTimeout(hiding.current), [])

  const enter = useCallback(() => {
    const content = popover.current
    const first = content?.querySelector<HTMLElement>('[data-autofocus]') ?? content?.querySelector('button')
    first?.focus()
    return first
  }, [popover])

  useEffect(() => {
    // A finger that opens a list does not want the keyboard of its search field.
    const wanted = openedBy === 'key' || (openedBy === 'pointer' && !touched.current)
    if (wanted && openOn !== 'hover') popover.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [openedBy, openOn, popover])

  useEffect(() => {
    if (!open) return
    const pressOutside = (event: Event) => {
      if (!(event.target instanceof Node) || anchor.current?.contains(event.target)) return
      // A field inside takes what was typed when it is left, so it is left before it goes.
      const focused = document.activeElement
      if (focused instanceof HTMLElement && popover.current?.contains(focused)) focused.blur()
      close(false)
    }
    document.addEventListener('pointerdown', pressOutside)
    return () => document.removeEventListener('pointerdown', pressOutside)
  }, [open, close, popover])

  const leave = (event: FocusEvent) => {
    const to = event.relatedTarget
    if (open && to instanceof Node && !anchor.current?.contains(to)) close(false)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.target === button.current && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      if (open) enter()
      else show('key')
    } else if (event.target === button.current && open && isLetter(event)) {
      const first = enter()
      // A field takes the letter by itself once it has the focus; a list is told of it.
      if (first && !(first instanceof HTMLInputElement))
        first.dispatchEvent(new window.KeyboardEvent('keydown', event.nativeEvent))
    }
  }
  // On a phone the anchor itself lies over the page, as the scrim of its sheet; the tap that opens it may end there.
  const pressed = useRef<EventTarget>(null)
  const pressScrim = (event: MouseEvent) => {
    if (open && event.target === anchor.current && pressed.current === anchor.current) close(false)
  }
  const hover: Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave'> = openOn === 'hover'
    ? {
        onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && show('pointer'),
        onPointerLeave: () => {
          clearTimeout(hiding.current)
          hiding.current = setTimeout(() => close(false), hideDelay)
        },
      }
    : {}

  const triggerProps: PopoverTrigger = {
    ref: button,
    'aria-haspopup': haspopup,
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onPointerEnter: () => onIntent?.(),
    onPointerDown: event => {
      pressing.current = true
      touched.current = event.pointerType === 'touch'
    },
    onPointerUp: () => {
      pressing.current = false
    },
    onPointerLeave: () => {
      pressing.current = false
    },
    onFocus: () => {
      onIntent?.()
      if (ignoreFocus.current || pressing.current || openOn === 'click') {
        ignoreFocus.current = false
        return
      }
      openedByFocus.current = true
      show('focus')
    },
    onBlur: () => {
      // A window that loses the focus blurs its active element without making another one active.
      ignoreFocus.current = document.activeElement === button.current && !document.hasFocus()
    },
    onClick: event => {
      const by = event.detail > 0 ? 'pointer' : 'key'
      // spec 4: opens on focus or click. A click right after the focus that opened it keeps it open.
      if (open && !openedByFocus.current && openOn !== 'hover') close()
      else {
        setOpenedBy(by)
        changed.current?.(true)
      }
      openedByFocus.current = false
    },
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and focus bubble up from the controls inside
    <span
      className={anchorClassName ? `popover-anchor ${anchorClassName}` : 'popover-anchor'}
      ref={anchor}
      onBlur={leave}
      onKeyDown={keys}
      onPointerDown={event => {
        pressed.current = event.target
      }}
      onClick={pressScrim}
      {...hover}
    >
      {trigger(triggerProps, open, close)}
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
