import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'

type CheckGroupProps = {
  label: string
  error?: string | undefined
  hint?: string
  rows: readonly { id: number; name: string }[]
  value: number[]
  onChange: (value: number[]) => void
}

/** Several of a few things, each with its box. */
export const CheckGroup = ({ label, error, hint, rows, value, onChange }: CheckGroupProps) => (
  <Field as="group" label={label} error={error} hint={hint}>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second frame within that of the field */}
    <div className="check-grid" role="group" aria-label={label}>
      {rows.map(({ id, name }) => (
        <Checkbox
          key={id}
          name="choice"
          checked={value.includes(id)}
          onChange={event => onChange(event.target.checked ? [...value, id] : value.filter(one => one !== id))}
        >
          {name}
        </Checkbox>
      ))}
    </div>
  </Field>
)
