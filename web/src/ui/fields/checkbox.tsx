import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useField } from './field.tsx'

/** Props of Checkbox: those of `<input type="checkbox">`; `children` is its label. */
export type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> & { children: ReactNode }

/** A checkbox with its label. In a Field with an error it is invalid, and the error describes it. */
export const Checkbox = ({ children, className, ...rest }: CheckboxProps) => {
  const field = useField()
  // Without the field's id, which several checkboxes of a group would share.
  const fault = field?.invalid && { 'aria-invalid': true, 'aria-describedby': field.describedBy }
  return (
    <label className={className ? `check ${className}` : 'check'}>
      <input {...fault} {...rest} type="checkbox" />
      <span>{children}</span>
    </label>
  )
}
