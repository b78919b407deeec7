import type { FoundSignature } from '@portico/contract/signing'
import { useFormat } from '../session/use-format.ts'
import { useText } from '../text/use-text.ts'
import { Status } from '../ui/feedback/status.tsx'

const Found = ({ signature, number }: { signature: FoundSignature; number: number }) => {
  const { t } = useText()
  const { numericDay, clock } = useFormat()
  const when = (instant: string | null) => instant && `${numericDay(instant)}, ${clock(instant)}`
  const { kind, intact, changed, ours, later, covers, certificate, issuer, signedBy } = signature
  const state = (() => {
    if (!intact) return 'signing.check.invalid'
    if (changed) return 'signing.check.later'
    return later.length > 0 ? 'signing.check.permitted' : 'signing.check.valid'
  })()
  const origin = (() => {
    if (!ours) return 'signing.check.others'
    return intact ? 'signing.check.ours' : 'signing.check.oursBroken'
  })()
  const title = t(kind === 'time_stamp' ? 'signing.check.timeStamp' : 'signing.check.signature', { n: number })
  const isSeal = ours && intact
  // The green icon vouches for the signature, so it is for our own seal only.
  const mark = changed ? 'cancelled' : isSeal ? 'signed' : 'closed'
  const facts = [
    // A foreign signature can have any name, so its certificate comes first.
    ...(isSeal ? [[t('signing.signedBy'), signedBy]] : []),
    [t('signing.check.when'), when(signature.signedOn)],
    [t('signing.check.stamped'), kind === 'signature' ? when(signature.timeStampedOn) : null],
    [t('signing.check.covers'), t(`signing.check.covered.${covers}`)],
    [t('signing.check.added'), later.map(one => t(`signing.check.addition.${one}`)).join(' · ')],
    [t('signing.check.reason'), signature.reason],
    [t('signing.check.certificate'), certificate ?? t('signing.check.unknown')],
    ...(isSeal ? [] : [[t('signing.check.issuer'), issuer]]),
    ...(isSeal ? [] : [[t('signing.check.who'), signedBy]]),
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Status kind={mark}>{t(state)}</Status>
      <dl className="details">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="sign-resend">{t(origin)}</p>
    </section>
  )
}

/** The signatures in a file, in the order of the revisions that they cover. */
export const FoundSignatures = ({ signatures }: { signatures: FoundSignature[] }) =>
  signatures.map((signature, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the signatures of one file, in their order
    <Found key={at} signature={signature} number={at + 1} />
  ))
