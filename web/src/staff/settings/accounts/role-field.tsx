import { type StaffRole, staffRoles } from '@portico/contract/staff-roles'
import { useText } from '../../../text/use-text.ts'
import { Field } from '../../../ui/fields/field.tsx'

type RoleFieldProps = { value: StaffRole; onChange: (value: StaffRole) => void; error: string | undefined }

/** The role of an account, each with what it may do. */
export const RoleField = ({ value, onChange, error }: RoleFieldProps) => {
  const { t } = useText()
  const label = t('staffSettings.accounts.column.role')
  return (
    <Field as="group" label={label} error={error}>
      <div className="role-choices" role="radiogroup" aria-label={label}>
        {staffRoles.map(role => (
          <label key={role} className="check role-choice">
            <input type="radio" name="staffRole" checked={value === role} onChange={() => onChange(role)} />
            <span>
              <b>{t(`staffSettings.role.${role}.name`)}</b>
              <small>{t(`staffSettings.role.${role}.about`)}</small>
            </span>
          </label>
        ))}
      </div>
    </Field>
  )
}
