import type { ComponentPropsWithRef } from 'react'

/** Props of IconButton: `label` is its name and its tooltip. */
export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'title'> & { label: string }

/** A button that shows an icon alone, for close, download, previous and next. */
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
