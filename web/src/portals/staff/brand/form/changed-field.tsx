import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../../text/use-text.ts'
import { Field, type FieldProps } from '../../../../ui/fields/field.tsx'
import type { BrandField } from '../draft/draft.ts'
import type { BrandDraftState } from '../draft/use-brand-draft.ts'

type ChangedFieldProps = Omit<FieldProps, 'aside' | 'label'> & {
  field: BrandField
  label: string
  draft: BrandDraftState
  children: ReactNode
}

/** A part of the look, with a way back to what is published once it was changed. */
export const ChangedField = ({ field, label, draft, children, ...rest }: ChangedFieldProps) => {
  const { t } = useText()
  const isChanged = draft.changed.includes(field)
  return (
    <Field
      {...rest}
      label={label}
      aside={
        isChanged && (
          <button
            type="button"
            className="link-button brand-undo"
            aria-label={t('staffBrand.undoOf', { field: label })}
            onClick={() => draft.undo(field)}
          >
            <Undo2 className="icon" aria-hidden="true" />
            {t('staffBrand.undo')}
          </button>
        )
      }
    >
      {children}
    </Field>
  )
}
