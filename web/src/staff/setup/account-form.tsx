import type { StaffLink } from '@portico/contract/staff/session'
import { useFailureText } from '../../api/failures.ts'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { PasswordFields, useFindPasswordFaults } from './password-fields.tsx'
import { useSpendLink } from './use-spend-link.ts'

/** Sets the password of an account that is there: an invitation, or a recovery. */
export const AccountForm = ({ link, linkKey }: { link: StaffLink; linkKey: string }) => {
  const { t } = useText()
  const text = useFailureText()
  const language = useLanguage()
  const { displayName, companyName, email } = link
  const { send, isPending, error, refusedPassword } = useSpendLink(linkKey, faults => form.refuse(faults))
  const form = useForm({
    initial: { password: '', passwordRepeat: '' },
    validate: useFindPasswordFaults(),
    onSubmit: typed => send({ ...typed, language }),
  })
  return (
    <>
      <header>
        <h1>{t('staffSetup.account.title')}</h1>
        <p>{t('staffSetup.account.text', { name: displayName, company: companyName, email })}</p>
      </header>
      {error && <Alert tone="danger">{text(error)}</Alert>}
      <form className="form" {...form.props}>
        <input type="hidden" name="userName" autoComplete="username" value={email ?? ''} readOnly />
        <PasswordFields
          form={form}
          names={{ own: [displayName ?? '', email ?? ''], organisations: [companyName ?? ''] }}
          refused={refusedPassword}
          labels={{ password: t('staffPassword.password'), repeat: t('staffPassword.repeat') }}
        />
        <Button type="submit" tone="primary" size="lg" block busy={isPending}>
          {t('staffSetup.account.submit')}
        </Button>
      </form>
    </>
  )
}
