import { Link } from '@tanstack/react-router'
import { CircleCheckBig, Download } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { fileNameOf } from '../list/file-address.ts'
import { useFormat } from '../session/use-format.ts'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Status } from '../ui/feedback/status.tsx'
import { useDocument } from './use-document.ts'

const grouped = (sha256: string) => sha256.slice(0, 32).replace(/(.{4})(?=.)/g, '$1 ')

type SignedCardProps = {
  title: string
  text?: string
  /** Who has just signed, if it was on this page. */
  signer?: { name: string; phone: string }
  head?: ReactNode
}

/** A signed document: when and by whom, and the file to download. */
export const SignedCard = ({ title, text, signer, head }: SignedCardProps) => {
  const { t } = useText()
  const { numericDay, clock } = useFormat()
  const { document } = useDocument()
  const heading = useRef<HTMLHeadingElement>(null)
  const { signedOn, firstName, lastName, url, evidenceUrl, sha256 } = document
  const isNew = signer !== undefined
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  return (
    <section className="card sign-side">
      {head}
      <div className="card-body">
        <div className="sign-title" role={signer && 'status'}>
          <span className="state" data-tone="success">
            <span className="state-mark" aria-hidden="true">
              <CircleCheckBig className="icon" />
            </span>
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {text && <p>{text}</p>}
        </div>
        <dl className="details">
          <div>
            <dt>{t('signing.statusLabel')}</dt>
            <dd>
              <Status kind="signed">{t('signing.status.signed')}</Status>
            </dd>
          </div>
          {signedOn && (
            <div>
              <dt>{t('signing.signedOn')}</dt>
              <dd className="num">
                {numericDay(signedOn)}, {clock(signedOn)}
              </dd>
            </div>
          )}
          <div>
            <dt>{t('signing.signedBy')}</dt>
            <dd>
              {signer?.name ?? `${firstName} ${lastName}`}
              {signer && <small className="num">{signer.phone}</small>}
            </dd>
          </div>
          <div>
            <dt>{t('signing.fingerprint')}</dt>
            <dd className="num sign-fingerprint" title={sha256}>
              {grouped(sha256)}
            </dd>
          </div>
        </dl>
        {evidenceUrl && (
          <a href={evidenceUrl} download={fileNameOf(evidenceUrl)}>
            {t('signing.downloadEvidence')}
          </a>
        )}
        <Link to="/verify">{t('signing.verify')}</Link>
      </div>
      <div className="sign-foot">
        <a className={buttonClass({ tone: 'primary' })} href={url} download={fileNameOf(url)}>
          <Download className="icon" aria-hidden="true" />
          {t('signing.downloadSigned')}
        </a>
      </div>
    </section>
  )
}
