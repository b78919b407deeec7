import { TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useId, useMemo } from 'react'

type FieldIds = { id: string; labelId: string; describedBy: string | undefined; invalid: boolean }

const FieldContext = createContext<FieldIds | null>(null)

/** Props of Field. No `label` where the control, a checkbox, has its own. `mark` is a word beside the label ("optional"); `as="group"` for a control that is not a single input. */
export type FieldProps = {
  label?: ReactNode
  mark?: ReactNode
  /** Shown at the end of the label's line, such as a link. */
  aside?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  as?: 'label' | 'group'
  children: ReactNode
}

/** A label, its control, a hint and an error. The control inside takes its ids from `useField()`. */
export const Field = ({ label, mark, aside, hint, error, as = 'label', children }: FieldProps) => {
  const id = useId()
  const labelId = `${id}-label`
  const invalid = error !== undefined && error !== null && error !== false && error !== ''
  const describedBy = [invalid && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  const ids = useMemo(() => ({ id, labelId, describedBy, invalid }), [id, labelId, describedBy, invalid])
  const text = (
    <>
      {label}
      {mark && <em>{mark}</em>}
    </>
  )
  const labelled =
    label === undefined ? null : as === 'label' ? (
      <label className="field-label" id={labelId} htmlFor={id}>
        {text}
      </label>
    ) : (
      <span className="field-label" id={labelId}>
        {text}
      </span>
    )
  return (
    <div className="field" data-invalid={invalid || undefined}>
      {aside ? (
        <span className="label-row">
          {labelled}
          {aside}
        </span>
      ) : (
        labelled
      )}
      <FieldContext value={ids}>{children}</FieldContext>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {invalid && (
        <p className="field-error" id={`${id}-error`}>
          <TriangleAlert className="icon" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  )
}

/** The ids of the Field around a control, or null outside of a Field. */
export const useField = () => use(FieldContext)

/** The id and ARIA attributes of a native control inside a Field; attributes that the caller passes take precedence. */
export const useFieldProps = (own: { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: unknown }) => {
  const field = useField()
  return {
    id: own.id ?? field?.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] !== undefined ? Boolean(own['aria-invalid']) : field?.invalid || undefined,
  }
}
