import type { TotpSecret } from '@portico/contract/second-factor'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { failureOf, useFailureText } from '../../api/failures.ts'
import { localized } from '../../text/localized.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { OtpInput } from '../../ui/fields/otp-input.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { beginSecondFactor, confirmSecondFactor } from '../data.ts'
import { PasswordProof } from './password-proof.tsx'

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

type ScanProps = { made: TotpSecret; onCancel: () => void; onConfirmed: (codes: string[]) => void }

const Scan = ({ made, onCancel, onConfirmed }: ScanProps) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    ...confirmSecondFactor,
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onError: () => setCode(''),
  })
  const isWrong = confirm.error !== null && failureOf(confirm.error).code === 'wrong_code'
  const send = (typed: string) => {
    if (typed.length === DIGITS && !confirm.isPending) confirm.mutate(typed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <h3>{t('access.factor.scanTitle')}</h3>
      <p>{t('access.factor.scan')}</p>
      <QrCode text={made.uri} label={t('access.factor.qr')} />
      <p>
        {t('access.factor.typed')} <code className="totp-secret">{inGroups(made.secret)}</code>
      </p>
      {confirm.error && !isWrong && <Alert tone="danger" title={text(confirm.error)} />}
      <Field label={t('access.factor.code')} error={isWrong && !code && text(confirm.error)}>
        <OtpInput
          length={DIGITS}
          value={code}
          onChange={typed => {
            setCode(typed)
            send(typed)
          }}
          data-autofocus
        />
      </Field>
      <div className="button-row">
        <Button onClick={onCancel}>{t('words.cancel')}</Button>
        <Button type="submit" tone="primary" busy={confirm.isPending}>
          {t('access.factor.confirm')}
        </Button>
      </div>
    </form>
  )
}

const RecoveryCodes = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => {
  const { t } = useTranslation()
  const all = codes.join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(all)
    toast({ title: localized(t => t('access.factor.copied')) })
  }
  return (
    <div className="form">
      <h3>{t('access.factor.savedTitle')}</h3>
      <p>{t('access.factor.savedText')}</p>
      <ul className="recovery-codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <Button onClick={copy}>{t('access.factor.copy')}</Button>
        <a
          className="button"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${all}\n`)}`}
          download={t('access.factor.fileName')}
        >
          {t('access.factor.download')}
        </a>
        <Button tone="primary" onClick={onDone} data-autofocus>
          {t('access.factor.saved')}
        </Button>
      </div>
    </div>
  )
}

type SecondFactorSetupProps = { onCancel: () => void; onConfirmed: () => void; onDone: () => void }

/** Turns the second factor on: the password, the QR code and a code of the app, then the recovery codes. */
export const SecondFactorSetup = ({ onCancel, onConfirmed, onDone }: SecondFactorSetupProps) => {
  const { t } = useTranslation()
  const begin = useMutation(beginSecondFactor)
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begin.data)
    return (
      <Scan
        made={begin.data}
        onCancel={onCancel}
        onConfirmed={codes => {
          setCodes(codes)
          onConfirmed()
        }}
      />
    )
  return (
    <>
      <p>{t('access.factor.beginText')}</p>
      <PasswordProof
        submit={t('access.factor.next')}
        busy={begin.isPending}
        error={begin.error}
        onSubmit={password => begin.mutate(password)}
        onCancel={onCancel}
      />
    </>
  )
}
