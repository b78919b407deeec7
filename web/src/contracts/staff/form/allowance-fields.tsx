import { useText } from '../../../text/use-text.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import type { Unit } from './amounts.ts'

type TextProps = { name: string; defaultValue: string; onChange: React.ChangeEventHandler<HTMLInputElement> }

type AllowanceFieldsProps = {
  unit: Unit
  onUnit: (unit: Unit) => void
  amount: TextProps
  used: TextProps
  faults: { amount?: string | undefined; used?: string | undefined }
  /** Once there are activities, hours do not become units. */
  isFixed: boolean
}

/** Hours or units, how many, and how many were used before. */
export const AllowanceFields = ({ unit, onUnit, amount, used, faults, isFixed }: AllowanceFieldsProps) => {
  const { t } = useText()
  return (
    <>
      {!isFixed && (
        <Field as="group" label={t('staffContracts.form.unit')}>
          <SegmentedControl<Unit>
            label={t('staffContracts.form.unit')}
            options={(['hours', 'units'] as const).map(value => ({ value, text: t(`staffContracts.form.${value}`) }))}
            value={unit}
            onChange={onUnit}
          />
        </Field>
      )}
      <div className="form-pair">
        <Field
          label={t(`staffContracts.form.amount.${unit}`)}
          hint={unit === 'hours' ? t('staffContracts.form.hoursHint') : undefined}
          error={faults.amount}
        >
          <TextInput {...amount} inputMode="text" autoComplete="off" maxLength={12} />
        </Field>
        <Field
          label={t('staffContracts.form.used')}
          mark={t('staffRecords.optional')}
          hint={t('staffContracts.form.usedHint')}
          error={faults.used}
        >
          <TextInput {...used} inputMode="text" autoComplete="off" maxLength={12} />
        </Field>
      </div>
    </>
  )
}
