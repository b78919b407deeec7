import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  use,
  useRef,
  useState,
} from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, type DialogProps } from '../../ui/overlay/dialog.tsx'
import { useUnsavedGuard } from './unsaved.tsx'
import './form-dialog.css'

type Leave = (leave?: () => void) => void

const LeaveContext = createContext<Leave>(leave => leave?.())

/** What is typed to find something is no value of the form. */
const search = '[type="search"], [role="combobox"]'
/** Where Enter chooses. */
const list = '[role="listbox"], [role="combobox"], [aria-haspopup="listbox"][aria-expanded="true"]'
const leavingLink = 'a[href]:not([target="_blank"], [download], [href^="tel:"], [href^="mailto:"])'

/** `isChanged`, where only the caller knows what would be lost: a dialog that also saves without closing. */
type FormDialogProps = DialogProps & { isChanged?: boolean }

/**
 * A dialog with a form: once something is typed or chosen in it, Escape, a click beside it, its links, {@link DismissButton}, the browser’s
 * way back and closing the page ask first. `onClose` itself does not ask, so it closes what is saved.
 */
export const FormDialog = ({ onClose, children, isChanged: isChangedNow, ...rest }: FormDialogProps) => {
  const [isTouched, setTouched] = useState(false)
  const isChanged = isChangedNow ?? isTouched
  const isLeaving = useRef(false)
  const guard = useUnsavedGuard(
    () => isChanged && !isLeaving.current,
    // The page below is inert: other ways are the program's own, after a form is saved.
    ({ action }) => ['BACK', 'FORWARD', 'GO'].includes(action),
  )
  const leave: Leave = (onLeave = onClose) => guard.leave(onLeave)
  const noteInput = ({ target }: SyntheticEvent) => {
    if (target instanceof Element && !target.closest(search)) setTouched(true)
  }
  const noteClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest('[role="option"]')) setTouched(true)
    const link = target?.closest<HTMLAnchorElement>(leavingLink)
    if (!link || !isChanged || isLeaving.current || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    guard.leave(() => {
      isLeaving.current = true
      link.click()
    })
  }
  // An option is chosen by Enter without a click.
  const noteKey = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof Element && target.closest(list)) setTouched(true)
  }
  return (
    <>
      <div className="form-dialog" onInput={noteInput} onClickCapture={noteClick} onKeyDownCapture={noteKey}>
        <Dialog {...rest} onClose={() => leave()}>
          <LeaveContext value={leave}>{children}</LeaveContext>
        </Dialog>
      </div>
      {guard.question}
    </>
  )
}

/** Leaves the {@link FormDialog} around it, by closing it or by what is given; asks first if something would be lost. */
export const useLeaveForm = (): Leave => use(LeaveContext)

/** The button that closes the {@link FormDialog} around it without saving. */
export const DismissButton = ({ children, ...rest }: { children: ReactNode; 'data-autofocus'?: '' }) => {
  const leave = useLeaveForm()
  return (
    <Button tone="ghost" {...rest} onClick={() => leave()}>
      {children}
    </Button>
  )
}
