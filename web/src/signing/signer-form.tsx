import type { DocumentToSign } from '@portico/contract/signing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Smartphone } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, useFailureText } from '../api/failures.ts'
import { useLanguage } from '../text/texts.ts'
import { Button } from '../ui/buttons/button.tsx'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { Field } from '../ui/fields/field.tsx'
import { TextInput } from '../ui/fields/text-input.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { type CodeOnItsWay, codeSent, type SignerData, sendCode } from './data.ts'
import { spell, useCountdown } from './use-countdown.ts'

type SignerFormProps = {
  company: string
  documentkey: string
  document: DocumentToSign
  /** What was given before, for whoever comes back. */
  given: SignerData | undefined
  code: CodeOnItsWay | undefined
  onSent: (data: SignerData, code: CodeOnItsWay) => void
}

const read = (form: FormData): SignerData => {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const phone = text('phone')
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    ...(phone && { phone }),
    consent: form.has('consent'),
  }
}

/** Who signs: names, phone and consent. Sends the code. */
export const SignerForm = ({ company, documentkey, document, given, code, onSent }: SignerFormProps) => {
  const { t } = useTranslation()
  const failure = useFailureText()
  const language = useLanguage()
  const formId = useId()
  const [missing, setMissing] = useState<string[]>([])
  const queryClient = useQueryClient()
  const sending = useMutation({
    ...sendCode(documentkey),
    onError: error => {
      const { code, retryAfter = 0 } = failureOf(error)
      if (code === 'too_many_requests') setAgainAt(Date.now() + retryAfter * 1000)
    },
  })
  const [againAt, setAgainAt] = useState(0)
  const wait = useCountdown(againAt)
  const { phone, phoneMayBeTyped, portalSettings } = document

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const form = event.currentTarget
    const data = read(new FormData(form))
    const required = { ...data, phone: data.phone ?? phone }
    const lacking = Object.entries(required).flatMap(([name, value]) => (value ? [] : [name]))
    setMissing(lacking)
    if (lacking.length > 0) {
      sending.reset()
      form.querySelector<HTMLInputElement>(`[name="${lacking[0]}"]`)?.focus()
      return
    }
    // Whoever went back and changed nothing need not wait for another code.
    if (code && given && JSON.stringify(given) === JSON.stringify(data) && code.endsAt > Date.now())
      return onSent(data, code)
    sending.mutate({ ...data, language }, { onSuccess: sent => onSent(data, sent) })
  }

  const { code: failed, fields } = failureOf(sending.error)
  const isTooSoon = failed === 'too_many_requests'
  // Another tab, or another device of theirs, had it sent.
  const finding = useMutation({
    mutationFn: () => queryClient.fetchQuery(codeSent(documentkey)),
    onSuccess: sent => {
      if (!sending.variables) return
      const { language: _, ...signer } = sending.variables
      onSent(signer, { ...sent, resendAt: againAt })
    },
  })
  const wrongPhone = fields.includes('body.phone')
  const lacking = (name: 'firstName' | 'lastName' | 'phone' | 'consent') =>
    missing.includes(name) && t(`signing.data.lacks.${name}`)
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
        <form id={formId} className="form" noValidate onSubmit={submit}>
          {missing.length > 0 && <Alert tone="danger">{t('errors.fill_all_fields')}</Alert>}
          {isTooSoon && (
            <Alert
              tone="warning"
              title={wait > 0 ? t('signing.data.tooSoon', { time: spell(wait) }) : t('signing.data.again')}
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
          {sending.error && !wrongPhone && !isTooSoon && <Alert tone="danger">{failure(sending.error)}</Alert>}
          <div className="field-row">
            <Field label={t('signing.data.firstName')} error={lacking('firstName')}>
              <TextInput
                name="firstName"
                autoComplete="given-name"
                maxLength={100}
                defaultValue={given?.firstName ?? document.firstName}
              />
            </Field>
            <Field label={t('signing.data.lastName')} error={lacking('lastName')}>
              <TextInput
                name="lastName"
                autoComplete="family-name"
                maxLength={100}
                defaultValue={given?.lastName ?? document.lastName}
              />
            </Field>
          </div>
          <Field
            label={t('signing.data.phone')}
            hint={phoneMayBeTyped ? t('signing.data.phoneHint') : registered}
            error={lacking('phone') || (wrongPhone && t('signing.data.phoneWrong'))}
          >
            <TextInput
              type="tel"
              className="num"
              icon={<Smartphone className="icon" aria-hidden="true" />}
              {...(phoneMayBeTyped
                ? {
                    name: 'phone',
                    autoComplete: 'tel',
                    maxLength: 40,
                    defaultValue: given?.phone,
                    placeholder: phone ?? '',
                  }
                : { value: phone ?? '', readOnly: true })}
            />
          </Field>
          <Field
            as="group"
            label={<span className="sr-only">{t('signing.data.consent')}</span>}
            error={lacking('consent')}
          >
            <Checkbox name="consent" defaultChecked={given?.consent}>
              {t('signing.data.consent')}
            </Checkbox>
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
