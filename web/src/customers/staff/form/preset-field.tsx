import { useText } from '../../../text/use-text.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { type Preset, presetNames } from '../presets.ts'

type PresetFieldProps = { value: Preset; onChange: (value: Preset) => void }

/** What invited people may see and do, to begin with. */
export const PresetField = ({ value, onChange }: PresetFieldProps) => {
  const { t } = useText()
  const label = t('staffCustomers.presets.title')
  return (
    <Field as="group" label={label}>
      <div className="preset-choices" role="radiogroup" aria-label={label}>
        {presetNames.map(name => (
          <label key={name} className="check">
            <input type="radio" name="preset" checked={value === name} onChange={() => onChange(name)} />
            <span>
              <b>{t(`staffCustomers.presets.${name}`)}</b>
              <small>{t(`staffCustomers.presets.about.${name}`)}</small>
            </span>
          </label>
        ))}
      </div>
    </Field>
  )
}
