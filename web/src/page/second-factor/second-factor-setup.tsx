import type { StaffProof } from '@portico/contract/sign-in/passkeys'
import type { TotpSecret } from '@portico/contract/sign-in/second-factor'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { failureOf, useFailureText } from '../../api/failures.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { OtpInput } from '../../ui/fields/otp-input.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import type { OwnPasskeys } from '../passkeys/passkey-list.tsx'
import { ProvenStep } from './proven-step.tsx'
import { type Heading, RecoveryCodes } from './recovery-codes.tsx'
import './second-factor.css'
import { useStepFocus } from './use-step-focus.ts'

const DIGITS = 6

/** A QR code as one path, dark on light in either colour scheme, since a phone has to read it. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { path, size } = useMemo(() => {
    const { data, size } = encode(text, { border: 3 })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { path: squares.join(''), size }
  }, [text])
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The secret in groups of four, as one reads it aloud. */
const inGroups = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

/** The calls that set a second factor up, of a customer or an employee. */
export type FactorCalls = {
  begin: (proof: StaffProof) => Promise<TotpSecret>
  confirm: (code: string) => Promise<{ recoveryCodes: string[] }>
}

type ScanProps = {
  heading: Heading
  made: TotpSecret
  confirm: FactorCalls['confirm']
  cancel: string
  onCancel: () => void
  onConfirmed: (codes: string[]) => void
}

const Scan = ({ heading: Title, made, confirm: send, cancel, onCancel, onConfirmed }: ScanProps) => {
  const { t } = useText()
  const text = useFailureText()
  const step = useStepFocus<HTMLFormElement>()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: send,
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onError: () => setCode(''),
  })
  const isWrong = confirm.error !== null && failureOf(confirm.error).code === 'wrong_code'
  const submitCode = (typed: string) => {
    if (typed.length === DIGITS && !confirm.isPending) confirm.mutate(typed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    submitCode(code)
  }
  return (
    <form className="form" ref={step} onSubmit={submit} noValidate>
      <Title>{t('signInFactor.app.scanTitle')}</Title>
      <p>{t('signInFactor.app.scan')}</p>
      <QrCode text={made.uri} label={t('signInFactor.app.qr')} />
      {/* On the phone that has the app there is nothing to scan it with. */}
      <a className="button totp-open" href={made.uri}>
        {t('signInFactor.app.open')}
      </a>
      <p>
        {t('signInFactor.app.typed')} <code className="totp-secret">{inGroups(made.secret)}</code>
      </p>
      {confirm.error && !isWrong && <Alert tone="danger" title={text(confirm.error)} />}
      <Field label={t('signInFactor.app.code')} error={isWrong && !code && text(confirm.error)}>
        <OtpInput
          length={DIGITS}
          value={code}
          onChange={typed => {
            setCode(typed)
            submitCode(typed)
          }}
          data-autofocus
        />
      </Field>
      <div className="button-row">
        <Button onClick={onCancel}>{cancel}</Button>
        <Button type="submit" tone="primary" busy={confirm.isPending}>
          {t('signInFactor.app.confirm')}
        </Button>
      </div>
    </form>
  )
}

type SecondFactorSetupProps = {
  calls: FactorCalls
  /** The own passkeys, which prove who is there. */
  passkeys: OwnPasskeys
  /** What a page of its own says first; a dialog has a title. */
  intro?: ReactNode
  /** The label of the button that leaves without a second factor. */
  cancel: string
  onCancel: () => void
  onConfirmed: () => void
  onDone: () => void
}

/** Turns the second factor on: a proof from who signed in a while ago, the QR code and a code of the app, then the recovery codes. */
export const SecondFactorSetup = (props: SecondFactorSetupProps) => {
  const { calls, passkeys, intro, cancel, onCancel, onConfirmed, onDone } = props
  const { t } = useText()
  const begin = useMutation({ mutationFn: calls.begin })
  const [codes, setCodes] = useState<string[]>()
  const heading = intro ? 'h1' : 'h3'
  if (codes) return <RecoveryCodes heading={heading} codes={codes} onDone={onDone} />
  if (begin.data)
    return (
      <Scan
        heading={heading}
        made={begin.data}
        confirm={calls.confirm}
        cancel={cancel}
        onCancel={onCancel}
        onConfirmed={codes => {
          setCodes(codes)
          onConfirmed()
        }}
      />
    )
  return (
    <>
      {intro}
      <ProvenStep
        change={begin}
        passkeys={passkeys}
        confirm={t('signInFactor.app.next')}
        cancel={cancel}
        onCancel={onCancel}
      >
        <p>{t('signInFactor.app.beginText')}</p>
      </ProvenStep>
    </>
  )
}
