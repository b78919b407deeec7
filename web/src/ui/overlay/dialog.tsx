import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'

/** Props of Dialog. `role="alertdialog"` for a question that must be answered; `className` for another frame. */
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
 * A modal dialog on the browser's own `<dialog>`: the rest of the page is inert, Escape and a click beside it close it,
 * and the focus goes back to where it was. It starts on what `data-autofocus` marks, else on the first that takes it. Its
 * content is mounted only while it is open.
 */
export const Dialog = ({ open, ...rest }: DialogProps) => (open ? <OpenDialog {...rest} /> : null)

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
  // Taken while rendering: an autofocused child has the focus by the time effects run.
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const node = dialog.current
    if (node && !node.open) node.showModal()
    node?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
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
        event.preventDefault()
        onClose()
      }}
      onClick={event => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={className}>
        {title && <h2 id={titleId}>{title}</h2>}
        {children}
      </div>
    </dialog>
  )
}
