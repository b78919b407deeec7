import type { ComponentPropsWithRef, ReactNode } from 'react'

/** Props of Checkbox: those of `<input type="checkbox">`; `children` is its label. */
export type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> & { children: ReactNode }

/** A checkbox with its label. */
export const Checkbox = ({ children, className, ...rest }: CheckboxProps) => (
  <label className={className ? `check ${className}` : 'check'}>
    <input {...rest} type="checkbox" />
    <span>{children}</span>
  </label>
)
