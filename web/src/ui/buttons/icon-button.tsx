import type { ComponentPropsWithRef } from 'react'

/** Props of IconButton: `label` is its accessible name and its tooltip. */
export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'title'> & { label: string }

/** A button that shows only an icon. */
export const IconButton = ({ label, className, children, ...rest }: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    className={className ? `icon-button ${className}` : 'icon-button'}
    aria-label={label}
    title={label}
  >
    {children}
  </button>
)
