import type { LaterChange, Verification } from '@portico/contract/signing'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Alert } from '../ui/overlay/alert.tsx'

/** Changes after the seal that alter no page, except that a signature may show on one. */
const harmless: LaterChange[] = ['validation_data', 'time_stamp', 'signature', 'visible_signature']

/** The tone and text of a verification's result. */
const messageOf = ({ outcome, changed, sealedSize, signatures }: Verification) => {
  const later = signatures.findLast(({ ours, intact }) => ours && intact)?.later ?? []
  if (outcome === 'sealed') {
    const text = later.length > 0 ? 'signing.check.sealedAddedText' : 'signing.check.sealedText'
    return { tone: 'success', text } as const
  }
  if (outcome === 'others')
    return changed
      ? ({ tone: 'danger', text: 'signing.check.othersChangedText' } as const)
      : ({ tone: 'warning', text: 'signing.check.othersText' } as const)
  if (outcome === 'none') return { tone: 'warning', text: 'signing.check.noneText' } as const
  if (outcome === 'unreadable') return { tone: 'warning', text: 'signing.check.unreadableText' } as const
  if (sealedSize === null) return { tone: 'danger', text: 'signing.check.brokenText' } as const
  const isOnlyShown = later.includes('visible_signature') && later.every(one => harmless.includes(one))
  return isOnlyShown
    ? ({ tone: 'warning', text: 'signing.check.visibleText' } as const)
    : ({ tone: 'danger', text: 'signing.check.changedText' } as const)
}

/** The sealed revision is the beginning of the reader's own file, so it is cut from it without a download. */
const SealedRevision = ({ file, size }: { file: File; size: number }) => {
  const { t } = useText()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file.slice(0, size, 'application/pdf'))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file, size])
  const name = t('signing.check.sealedName', { name: file.name.replace(/\.pdf$/i, '') })
  return (
    <a className={buttonClass({ tone: 'primary' })} href={url} download={name}>
      <Download className="icon" aria-hidden="true" />
      {t('signing.check.downloadSealed')}
    </a>
  )
}

/** The result of a verification in one sentence. */
export const VerificationOutcome = ({ found, file }: { found: Verification; file: File }) => {
  const { t } = useText()
  const { outcome, onRecord, evidence, sealedSize } = found
  const { tone, text } = messageOf(found)
  return (
    <>
      <Alert tone={tone} title={t(`signing.check.outcome.${outcome}`)}>
        <p>{t(text, { name: found.fileName })}</p>
        {sealedSize !== null && <p>{t(onRecord ? 'signing.check.kept' : 'signing.check.notKept')}</p>}
        {onRecord && evidence !== null && <p>{t(`signing.check.evidence.${evidence}`)}</p>}
      </Alert>
      {outcome === 'changed' && sealedSize !== null && <SealedRevision file={file} size={sealedSize} />}
    </>
  )
}
