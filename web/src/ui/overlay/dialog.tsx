import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'

/** Props of Dialog. `role="alertdialog"` for a question that must be answered; `className` replaces the frame's class. */
export type DialogProps = {
  open: boolean
  onClose: () => void
  title?: ReactNode
  label?: string
  role?: 'dialog' | 'alertdialog'
  className?: string
  children: ReactNode
}

/**
 * A modal dialog on the browser's own `<dialog>`: the rest of the page is inert, Escape and a click beside it close it, and
 * the focus then returns to where it was. It starts on the element with `data-autofocus`, else on the first focusable one.
 * The content is mounted only while the dialog is open. While an element with `data-kept-open` is inside, only its own
 * controls close it.
 */
export const Dialog = ({ open, ...rest }: DialogProps) => (open ? <OpenDialog {...rest} /> : null)

const isKeptOpen = (node: HTMLElement) => node.querySelector('[data-kept-open]') !== null

const show = (node: HTMLDialogElement) => {
  if (!node.open) node.showModal()
  node.querySelector<HTMLElement>('[data-autofocus]')?.focus()
}

const OpenDialog = ({
  onClose,
  title,
  label,
  role = 'dialog',
  className = 'dialog',
  children,
}: Omit<DialogProps, 'open'>) => {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Read while rendering: when effects run, an autofocused child already has the focus.
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const node = dialog.current
    if (node) show(node)
    return () => {
      node?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [before])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key of the same act, given by the browser as `cancel`
    <dialog
      ref={dialog}
      className="scrim"
      role={role}
      aria-labelledby={title ? titleId : undefined}
      aria-label={label}
      onCancel={event => {
        // Those of a dialog and of a choice of files within this one come here, too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!isKeptOpen(event.currentTarget)) onClose()
      }}
      onClose={({ target, currentTarget }) => {
        // A second Escape in a row closes it in Chrome without `cancel`. It comes back, and closes only if its owner says so.
        if (target !== currentTarget || currentTarget.open) return
        show(currentTarget)
        if (!isKeptOpen(currentTarget)) onClose()
      }}
      onClick={event => {
        if (event.target === event.currentTarget && !isKeptOpen(event.currentTarget)) onClose()
      }}
    >
      <div className={className}>
        {title && <h2 id={titleId}>{title}</h2>}
        {children}
      </div>
    </dialog>
  )
}
