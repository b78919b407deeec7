import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useField } from '../fields/field.tsx'
import type { PopoverTrigger } from '../overlay/popover.tsx'

/** Props of SelectTrigger. `text` is the selected option's, `placeholder` is shown without one. */
export type SelectTriggerProps = {
  trigger: PopoverTrigger
  icon?: ReactNode
  text: string
  placeholder: string
  label?: string
}

/** The button of a select in a form. Inside a Field its name is the field's label and the selected option. */
export const SelectTrigger = ({ trigger, icon, text, placeholder, label }: SelectTriggerProps) => {
  const field = useField()
  return (
    <button
      {...trigger}
      type="button"
      id={field?.id}
      className="select-button"
      data-placeholder={text === '' || undefined}
      aria-label={field ? undefined : label && `${label}: ${text || placeholder}`}
      aria-labelledby={field ? `${field.labelId} ${field.id}-value` : undefined}
      aria-describedby={field?.describedBy}
      data-invalid={field?.invalid || undefined}
    >
      {icon}
      <span className="select-value" id={field ? `${field.id}-value` : undefined}>
        {text || placeholder}
      </span>
      <ChevronDown className="icon" aria-hidden="true" />
    </button>
  )
}
