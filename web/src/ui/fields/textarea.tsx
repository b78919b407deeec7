import type { ComponentPropsWithRef } from 'react'
import { useFieldProps } from './field.tsx'

/** Several lines of plain text, at least 100 px high. */
export const Textarea = ({ className, ...rest }: ComponentPropsWithRef<'textarea'>) => (
  <textarea {...rest} {...useFieldProps(rest)} className={className ? `textarea ${className}` : 'textarea'} />
)
