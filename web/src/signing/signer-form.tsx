import type { DocumentToSign } from '@portico/contract/signing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, useFailureText } from '../api/failures.ts'
import { useLanguage } from '../text/texts.ts'
import { Button } from '../ui/buttons/button.tsx'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Field } from '../ui/fields/field.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { useForm } from '../ui/fields/use-form.ts'
import { Alert } from '../ui/overlay/alert.tsx'
import { type CodeOnItsWay, codeSent, type SignerData, sendCode } from './data.ts'
import { spell, useCountdown } from './use-countdown.ts'

type SignerFormProps = {
  company: string
  documentkey: string
  document: DocumentToSign
  /** What was entered before, when the signer comes back from the code. */
  entered: SignerData | undefined
  code: CodeOnItsWay | undefined
  onSent: (data: SignerData, code: CodeOnItsWay) => void
}

/** Name, phone and consent of the signer. Sends the code. */
export const SignerForm = ({ company, documentkey, document, entered, code, onSent }: SignerFormProps) => {
  const { t } = useTranslation()
  const failure = useFailureText()
  const language = useLanguage()
  const formId = useId()
  const queryClient = useQueryClient()
  const sending = useMutation({
    ...sendCode(documentkey),
    onError: error => {
      const { code, retryAfter = 0 } = failureOf(error)
      if (code === 'too_many_requests') setAgainAt(Date.now() + retryAfter * 1000)
    },
  })
  const [againAt, setAgainAt] = useState(0)
  const retrySeconds = useCountdown(againAt)
  const { phone, phoneMayBeTyped, portalSettings } = document

  const form = useForm({
    initial: {
      firstName: entered?.firstName ?? document.firstName,
      lastName: entered?.lastName ?? document.lastName,
      phone: entered?.phone ?? '',
      consent: entered?.consent ?? false,
    },
    validate: values => ({
      firstName: !values.firstName.trim(),
      lastName: !values.lastName.trim(),
      phone: !values.phone.trim() && !phone,
      consent: !values.consent,
    }),
    onSubmit: values => {
      if (sending.isPending) return
      const typedPhone = values.phone.trim()
      const data: SignerData = {
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        ...(typedPhone && { phone: typedPhone }),
        consent: values.consent,
      }
      // A code that was sent for the same data still works: no need for another one.
      if (code && entered && JSON.stringify(entered) === JSON.stringify(data) && code.endsAt > Date.now())
        return onSent(data, code)
      sending.mutate({ ...data, language }, { onSuccess: sent => onSent(data, sent) })
    },
    onInvalid: () => sending.reset(),
  })

  const { code: failed, fields } = failureOf(sending.error)
  const isRateLimited = failed === 'too_many_requests'
  // For a code that the signer requested in another tab or on another device.
  const finding = useMutation({
    mutationFn: () => queryClient.fetchQuery(codeSent(documentkey)),
    onSuccess: sent => {
      if (!sending.variables) return
      const { language: _, ...signer } = sending.variables
      onSent(signer, { ...sent, resendAt: againAt })
    },
  })
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
          {isRateLimited && (
            <Alert
              tone="warning"
              title={
                retrySeconds > 0 ? t('signing.data.tooSoon', { time: spell(retrySeconds) }) : t('signing.data.again')
              }
              action={
                <button
                  type="button"
                  className="link-button"
                  disabled={finding.isPending}
                  onClick={() => finding.mutate()}
                >
                  {t('signing.data.haveCode')}
                </button>
              }
            >
              {t('signing.data.tooSoonText')}
            </Alert>
          )}
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
          <Field
            as="group"
            label={<span className="sr-only">{t('signing.data.consent')}</span>}
            error={missing('consent')}
          >
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
