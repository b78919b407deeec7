import { Link } from '@tanstack/react-router'
import { ArrowRight, Smartphone } from 'lucide-react'
import { useId } from 'react'
import { failureOf, useFailureText } from '../api/failures.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Field } from '../ui/fields/field.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { spell } from './use-countdown.ts'
import { type SignerFormInput, useSignerForm } from './use-signer-form.ts'

type TooSoonProps = { seconds: number; busy: boolean; onFind: () => void }

/** Says when another code may be requested, and offers to go on with the one that was sent. */
const TooSoon = ({ seconds, busy, onFind }: TooSoonProps) => {
  const { t } = useText()
  return (
    <Alert
      tone="warning"
      title={seconds > 0 ? t('signing.data.tooSoon', { time: spell(seconds) }) : t('signing.data.again')}
      action={
        <button type="button" className="link-button" disabled={busy} onClick={onFind}>
          {t('signing.data.haveCode')}
        </button>
      }
    >
      {t('signing.data.tooSoonText')}
    </Alert>
  )
}

type SignerFormProps = SignerFormInput & { company: string }

/** Name, phone and consent of the signer. Sends the code. */
export const SignerForm = ({ company, ...input }: SignerFormProps) => {
  const { documentkey, document } = input
  const { t } = useText()
  const failure = useFailureText()
  const formId = useId()
  const { form, sending, finding, retrySeconds } = useSignerForm(input)
  const { phone, phoneMayBeTyped, portalSettings } = document
  const { code: failed, fields } = failureOf(sending.error)
  const isRateLimited = failed === 'too_many_requests'
  const wrongPhone = fields.includes('body.phone')
  const missing = (name: keyof typeof form.values) => form.faults[name] && t(`signing.data.lacks.${name}`)
  const supportPhone = portalSettings.supportPhone
  const registered = supportPhone
    ? t('signing.data.registeredCall', { portal: portalSettings.webPortalName, phone: supportPhone })
    : t('signing.data.registered', { portal: portalSettings.webPortalName })
  return (
    <>
      <div className="card-body">
        <div className="sign-title">
          <h1>{t('signing.data.title')}</h1>
          <p>{t('signing.data.hint')}</p>
        </div>
        <form id={formId} className="form" {...form.props}>
          {form.hasFaults && <Alert tone="danger">{t('errors.fill_all_fields')}</Alert>}
          {isRateLimited && <TooSoon seconds={retrySeconds} busy={finding.isPending} onFind={() => finding.mutate()} />}
          {finding.error && <Alert tone="danger">{failure(finding.error)}</Alert>}
          {sending.error && !wrongPhone && !isRateLimited && <Alert tone="danger">{failure(sending.error)}</Alert>}
          <div className="field-row">
            <Field label={t('signing.data.firstName')} error={missing('firstName')}>
              <TextInput {...form.text('firstName')} autoComplete="given-name" maxLength={100} />
            </Field>
            <Field label={t('signing.data.lastName')} error={missing('lastName')}>
              <TextInput {...form.text('lastName')} autoComplete="family-name" maxLength={100} />
            </Field>
          </div>
          <Field
            label={t('signing.data.phone')}
            hint={phoneMayBeTyped ? t('signing.data.phoneHint') : registered}
            error={missing('phone') || (wrongPhone && t('signing.data.phoneWrong'))}
          >
            <TextInput
              type="tel"
              className="num"
              icon={<Smartphone className="icon" aria-hidden="true" />}
              {...(phoneMayBeTyped
                ? {
                    ...form.text('phone'),
                    autoComplete: 'tel',
                    maxLength: 40,
                    placeholder: phone ?? '',
                  }
                : { value: phone ?? '', readOnly: true })}
            />
          </Field>
          <Field as="group" error={missing('consent')}>
            <Checkbox {...form.check('consent')}>{t('signing.data.consent')}</Checkbox>
          </Field>
          <p className="sign-privacy">
            <Link to="/$company/privacy" params={{ company }} target="_blank">
              {t('signing.data.privacy')}
            </Link>
          </p>
        </form>
      </div>
      <div className="sign-foot">
        <Link
          to="/$company/documents/$documentkey"
          params={{ company, documentkey }}
          resetScroll={false}
          className={buttonClass({ tone: 'ghost' })}
        >
          {t('signing.back')}
        </Link>
        <Button type="submit" form={formId} tone="primary" busy={sending.isPending}>
          {t('signing.data.submit')}
          <ArrowRight className="icon" aria-hidden="true" />
        </Button>
      </div>
    </>
  )
}
