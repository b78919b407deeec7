import { codeTries } from '@portico/contract/signing'
import { useMutation, useQuery } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { failureOf, useFailureText } from '../api/failures.ts'
import { localized } from '../text/localized.tsx'
import { RichText } from '../text/rich-text.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { OtpInput } from '../ui/fields/otp-input.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { toast } from '../ui/overlay/toasts.tsx'
import { CodeDelivery } from './code-delivery.tsx'
import { type CodeOnItsWay, codeState, confirmCode, type SignerData, sendCode } from './data.ts'
import { spell, useCountdown } from './use-countdown.ts'
import { useReadAgain } from './use-document.ts'

const LENGTH = 6

type CodeFormProps = {
  documentkey: string
  signer: SignerData
  code: CodeOnItsWay
  onResent: (code: CodeOnItsWay) => void
  onBack: (failed: boolean) => void
  onSigned: () => Promise<unknown>
}

/** Asks for the code of the SMS and signs with it. After a while the signer can request a new one. */
export const CodeForm = ({ documentkey, signer, code, onResent, onBack, onSigned }: CodeFormProps) => {
  const { t } = useText()
  const failure = useFailureText()
  const language = useLanguage()
  const formId = useId()
  const [digits, setDigits] = useState('')
  const [wrongTries, setWrongTries] = useState(0)
  const validSeconds = useCountdown(code.endsAt)
  const resendSeconds = useCountdown(code.resendAt)
  const { data: state } = useQuery(codeState(documentkey, code))
  const failed = state?.delivery === 'failed'
  const readAgain = useReadAgain(documentkey)
  const signing = useMutation({ ...confirmCode(documentkey), onSuccess: onSigned, onError: readAgain })
  const resending = useMutation({
    ...sendCode(documentkey),
    onSuccess: sent => {
      setDigits('')
      setWrongTries(0)
      signing.reset()
      onResent(sent)
      toast({ title: localized(t => t('signing.code.resent')), tone: 'success' })
    },
    onError: readAgain,
  })

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (digits.length === LENGTH) sign(digits)
    event.currentTarget.querySelector('input')?.focus()
  }
  const sign = (typed: string) => {
    if (signing.isPending) return
    signing.mutate(typed, {
      onError: error => {
        setDigits('')
        if (failureOf(error).code === 'invalid_otp_code') setWrongTries(wrongTries + 1)
      },
    })
  }
  // The last digit submits: most codes are filled in by the phone or pasted.
  const type = (typed: string) => {
    if (signing.isPending) return
    setDigits(typed)
    if (typed.length === LENGTH && typed !== digits) sign(typed)
  }

  const wrong = failureOf(signing.error).code === 'invalid_otp_code' && digits === ''
  const usedUp = wrongTries >= codeTries && validSeconds > 0
  return (
    <>
      <div className="card-body">
        <div className="sign-title">
          <h1>{t('signing.code.title')}</h1>
          {!failed && (
            <p>
              <RichText i18nKey="signing.code.sentTo" values={{ phone: code.phone }} components={[<b key="phone" />]} />
            </p>
          )}
        </div>
        <CodeDelivery delivery={state?.delivery} phone={code.phone} onChangePhone={() => onBack(true)} />
        <form id={formId} className="form" noValidate onSubmit={submit}>
          {signing.error && failureOf(signing.error).code !== 'invalid_otp_code' && (
            <Alert tone="danger">{failure(signing.error)}</Alert>
          )}
          <Field
            label={t('signing.code.label')}
            hint={
              failed || usedUp
                ? undefined
                : validSeconds > 0
                  ? t('signing.code.validFor', { time: spell(validSeconds) })
                  : t('signing.code.over')
            }
            error={
              usedUp
                ? t('signing.code.usedUp')
                : wrong && `${failure(signing.error)}. ${t('signing.code.limit', { count: codeTries })}`
            }
          >
            <OtpInput length={LENGTH} value={digits} onChange={type} autoFocus />
          </Field>
        </form>
        {resending.error && <Alert tone="danger">{failure(resending.error)}</Alert>}
        <p className="sign-resend">
          {resendSeconds > 0 ? (
            t(failed ? 'signing.code.againIn' : 'signing.code.resendIn', { time: spell(resendSeconds) })
          ) : (
            <>
              {!failed && `${t('signing.code.nothing')} `}
              <button
                type="button"
                className="link-button"
                disabled={resending.isPending}
                onClick={() => resending.mutate({ ...signer, language })}
              >
                {t('signing.code.resend')}
              </button>
            </>
          )}
        </p>
      </div>
      <div className="sign-foot">
        <Button tone="ghost" onClick={() => onBack(failed)}>
          {t('signing.back')}
        </Button>
        <Button type="submit" form={formId} tone="primary" busy={signing.isPending} disabled={digits.length < LENGTH}>
          <PenLine className="icon" aria-hidden="true" />
          {t('signing.code.submit')}
        </Button>
      </div>
    </>
  )
}
