import { Link } from '@tanstack/react-router'
import { PenLine, Smartphone } from 'lucide-react'
import { useFormat } from '../session/use-format.ts'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Status } from '../ui/feedback/status.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { Decline } from './decline.tsx'
import { SignedCard } from './signed-card.tsx'
import { useDocument } from './use-document.ts'

/** The first step of a signature: what to read, and the buttons to sign or decline. */
export const ReadScreen = () => {
  const { t } = useText()
  const { numericDay, clock } = useFormat()
  const { company, documentkey, document } = useDocument()
  const { status, documentName, sender, companyName, sentOn, validUntil, signedOn, phone, phoneMayBeTyped } = document
  const { webPortalName: portal } = document.portalSettings
  if (status === 'signed')
    return (
      <SignedCard
        title={t('signing.done.alreadyTitle')}
        text={signedOn ? t('signing.done.already', { date: `${numericDay(signedOn)}, ${clock(signedOn)}` }) : undefined}
      />
    )
  const canSign = phone !== null || phoneMayBeTyped
  return (
    <section className="card sign-side">
      <div className="card-body">
        <div className="sign-title">
          <Status kind="unsigned" pill>
            {t('signing.status.unsigned')}
          </Status>
          <h1>{documentName}</h1>
          <p>{t('signing.asks', { portal })}</p>
        </div>
        <dl className="details">
          <div>
            <dt>{t('signing.from')}</dt>
            <dd>
              {sender ?? portal}
              {sender && <small>{portal}</small>}
            </dd>
          </div>
          <div>
            <dt>{t('signing.for')}</dt>
            <dd>{companyName}</dd>
          </div>
          <div>
            <dt>{t('signing.sentOn')}</dt>
            <dd className="num">{numericDay(sentOn)}</dd>
          </div>
          {validUntil && (
            <div>
              <dt>{t('signing.validUntil')}</dt>
              <dd className="num">{numericDay(validUntil)}</dd>
            </div>
          )}
        </dl>
        {canSign ? (
          <div className="alert" data-tone="info">
            <Smartphone className="icon" aria-hidden="true" />
            <p>{t('signing.withCode')}</p>
          </div>
        ) : (
          <Alert tone="warning" title={t('errors.no_phone_number')}>
            <p>{t('signing.callUs', { portal })}</p>
          </Alert>
        )}
      </div>
      <div className="sign-foot">
        {canSign && (
          <Link
            to="/$company/documents/$documentkey/confirm"
            params={{ company, documentkey }}
            resetScroll={false}
            className={buttonClass({ tone: 'primary' })}
          >
            <PenLine className="icon" aria-hidden="true" />
            {t('signing.sign')}
          </Link>
        )}
        <Decline documentkey={documentkey} portal={portal} />
      </div>
    </section>
  )
}
