import { Check } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { rateColour, readColour, startColours } from '../parts/colours.ts'
import { useStaffFormat } from '../session/use-staff-format.ts'

type ColourFieldProps = { value: string; onChange: (value: string) => void; error: string | undefined }

/** The colour of a portal: one of a few, from the browser's picker, or typed; and how text on it is read. */
export const ColourField = ({ value, onChange, error }: ColourFieldProps) => {
  const { t } = useText()
  const { number } = useStaffFormat()
  const colour = readColour(value)
  const rating = colour && rateColour(colour)
  return (
    <Field as="group" label={t('staffSetup.welcome.colour')} error={error}>
      <div className="colour-field">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second frame within that of the field */}
        <div className="colour-choices" role="group" aria-label={t('staffSetup.welcome.colour')}>
          {startColours.map(one => (
            <button
              key={one}
              type="button"
              className="colour-choice portal-theme"
              style={{ '--portal-base': one }}
              aria-pressed={one === colour}
              aria-label={t('staffSetup.welcome.colourNamed', { colour: one })}
              onClick={() => onChange(one)}
            >
              {one === colour && <Check className="icon" aria-hidden="true" />}
            </button>
          ))}
        </div>
        <div className="colour-own">
          <input
            type="color"
            className="colour-picker"
            aria-label={t('staffSetup.welcome.colourOwn')}
            value={colour ?? startColours[0]}
            onChange={event => onChange(event.target.value)}
          />
          <TextInput
            className="colour-code"
            aria-label={t('staffSetup.welcome.colourHint')}
            value={value}
            spellCheck={false}
            maxLength={7}
            onChange={event => onChange(event.target.value)}
            onBlur={() => colour && onChange(colour)}
          />
        </div>
      </div>
      {rating && (
        <p className="field-hint" aria-live="polite">
          {t(`staffSetup.welcome.colourReads.${rating.ink}`, {
            contrast: number(Math.round(rating.contrast * 10) / 10),
          })}{' '}
          {rating.isPale && t('staffSetup.welcome.colourPale')}
        </p>
      )}
    </Field>
  )
}
