import type { ComponentPropsWithRef } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { Spinner } from './spinner.tsx'

/** Props of Button: those of `<button>`, its variant, and `busy` while its action runs. */
export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'className'> & ButtonLook & { busy?: boolean }

/** A push button. While `busy` it keeps its size and focus, shows a spinner and ignores clicks. */
export const Button = ({ tone, size, block, className, busy = false, onClick, children, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={buttonClass({ tone, size, block, className })}
    aria-busy={busy || undefined}
    onClick={event => {
      if (!busy) return onClick?.(event)
      event.preventDefault()
    }}
  >
    {busy && <Spinner />}
    {children}
  </button>
)
