import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useFieldProps } from './field.tsx'

/** Props of TextInput: those of `<input>`, an icon before the text, a control after it. */
export type TextInputProps = ComponentPropsWithRef<'input'> & { icon?: ReactNode; end?: ReactNode }

/** A text input. Inside a Field it takes its label, hint and error from the Field. */
export const TextInput = ({ icon, end, className, ...rest }: TextInputProps) => {
  const field = useFieldProps(rest)
  const input = <input type="text" {...rest} {...field} className={className ? `input ${className}` : 'input'} />
  if (icon === undefined && end === undefined) return input
  return (
    <div className="input-group">
      {icon}
      {input}
      {end}
    </div>
  )
}
