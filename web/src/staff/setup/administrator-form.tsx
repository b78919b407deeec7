import type { StaffLink } from '@portico/contract/staff/session'
import { useFailureText } from '../../api/failures.ts'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { type NewPassword, PasswordFields, useFindPasswordFaults } from './password-fields.tsx'
import { type Person, PersonFields, useFindPersonFaults } from './person-fields.tsx'
import { useSpendLink } from './use-spend-link.ts'

const empty: Person & NewPassword = { firstName: '', lastName: '', email: '', password: '', passwordRepeat: '' }

/** Makes the first administrator of a company that has none. */
export const AdministratorForm = ({ link, linkKey }: { link: StaffLink; linkKey: string }) => {
  const { t } = useText()
  const text = useFailureText()
  const language = useLanguage()
  const findPersonFaults = useFindPersonFaults()
  const findPasswordFaults = useFindPasswordFaults()
  const { send, isPending, error, refusedPassword } = useSpendLink(linkKey, faults => form.refuse(faults))
  const form = useForm({
    initial: empty,
    validate: typed => ({ ...findPersonFaults(typed), ...findPasswordFaults(typed) }),
    onSubmit: typed => send({ ...typed, language }),
  })
  const { firstName, lastName, email } = form.values
  const company = link.companyName ?? ''
  return (
    <>
      <header>
        <h1>{t('staffSetup.administrator.title', { company })}</h1>
        <p>{t('staffSetup.administrator.text')}</p>
      </header>
      {error && <Alert tone="danger">{text(error)}</Alert>}
      <form className="form" {...form.props}>
        <PersonFields form={form} />
        <PasswordFields
          form={form}
          names={{ own: [firstName, lastName, email], organisations: [company] }}
          refused={refusedPassword}
          labels={{ password: t('staffPassword.password'), repeat: t('staffPassword.repeat') }}
        />
        <Button type="submit" tone="primary" size="lg" block busy={isPending}>
          {t('staffSetup.administrator.submit')}
        </Button>
      </form>
    </>
  )
}
