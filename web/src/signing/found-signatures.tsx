import type { FoundSignature, Verification } from '@portico/contract/signing'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../shell/use-format.ts'
import { Alert } from '../ui/alert.tsx'
import { Status } from '../ui/status.tsx'

const Found = ({ signature, number }: { signature: FoundSignature; number: number }) => {
  const { t } = useTranslation()
  const { numericDay, clock } = useFormat()
  const when = (instant: string | null) => instant && `${numericDay(instant)}, ${clock(instant)}`
  const { intact, wholeFile, ours, signedBy, signedOn, timeStampedOn, reason, certificate, issuer } = signature
  const facts = [
    // Whoever made a signature elsewhere could give any name: the certificate comes first there.
    ...(ours ? [[t('signing.signedBy'), signedBy]] : []),
    [t('signing.check.when'), when(signedOn)],
    [t('signing.check.stamped'), when(timeStampedOn)],
    [t('signing.check.reason'), reason],
    [t('signing.check.certificate'), certificate ?? t('signing.check.unknown')],
    ...(ours ? [] : [[t('signing.check.issuer'), issuer]]),
    ...(ours ? [] : [[t('signing.check.who'), signedBy]]),
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <section aria-label={t('signing.check.signature', { n: number })}>
      <h2>{t('signing.check.signature', { n: number })}</h2>
      <Status kind={intact ? 'signed' : 'cancelled'}>
        {t(intact ? (wholeFile ? 'signing.check.valid' : 'signing.check.earlier') : 'signing.check.invalid')}
      </Status>
      <dl className="details">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="sign-resend">{t(ours ? 'signing.check.ours' : 'signing.check.others')}</p>
    </section>
  )
}

/** What the check of a file has found. */
export const FoundSignatures = ({ found: { fileName: name, changed, signatures } }: { found: Verification }) => {
  const { t } = useTranslation()
  if (signatures.length === 0)
    return (
      <Alert tone="warning" title={t('signing.check.none')}>
        <p>{t('signing.check.noneText', { name })}</p>
      </Alert>
    )
  return (
    <div className="check-result">
      {changed ? (
        <Alert tone="danger" title={t('signing.check.changed')}>
          <p>{t('signing.check.changedText', { name })}</p>
        </Alert>
      ) : (
        <Alert tone="success" title={t('signing.check.intact')}>
          <p>{t('signing.check.intactText', { name })}</p>
        </Alert>
      )}
      {signatures.map((signature, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the signatures of one file, in their order
        <Found key={at} signature={signature} number={at + 1} />
      ))}
    </div>
  )
}
