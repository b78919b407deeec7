import type { ComponentPropsWithRef } from 'react'
import { useFieldProps } from './field.tsx'

/** Several lines of plain text, 100 px high at least (spec 9). */
export const Textarea = ({ className, ...rest }: ComponentPropsWithRef<'textarea'>) => (
  <textarea {...rest} {...useFieldProps(rest)} className={className ? `textarea ${className}` : 'textarea'} />
)
