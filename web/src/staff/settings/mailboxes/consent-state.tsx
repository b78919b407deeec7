import type { StaffMailbox } from '@portico/contract/staff/mail'
import { Copy, ExternalLink } from 'lucide-react'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { Spinner } from '../../../ui/buttons/spinner.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { useStaffFormat } from '../../session/use-staff-format.ts'

/** A consent that was asked for. */
export type AskedConsent = {
  id: number
  provider: NonNullable<StaffMailbox['provider']>
  address: string
  code: string | null
  interval: number
  expiresOn: string
}

const copyCode = async (code: string) => {
  try {
    await navigator.clipboard.writeText(code)
    toast({ title: localized(t => t('staffMailboxes.consent.copied')) })
  } catch {
    toast({ title: localized(t => t('staffMailboxes.consent.notCopied')), tone: 'warning' })
  }
}

/** What the owner of a mailbox does now, and until when; `isBusy`: it is done, and the mailbox is tried. */
export const ConsentState = ({ asked, user, isBusy }: { asked: AskedConsent; user: string; isBusy: boolean }) => {
  const { t } = useText()
  const { clock } = useStaffFormat()
  const { address, code, expiresOn } = asked
  const provider = t(`staffMailboxes.consent.provider.${asked.provider}`)
  return (
    <>
      <ol className="consent-steps">
        <li>
          <p>{t('staffMailboxes.consent.open', { provider, user })}</p>
          <a
            className={buttonClass({ tone: 'primary' })}
            href={address}
            target="_blank"
            rel="noreferrer"
            data-autofocus=""
          >
            <ExternalLink className="icon" aria-hidden="true" />
            {t('staffMailboxes.consent.page', { provider })}
          </a>
          {code !== null && <p className="consent-address">{address}</p>}
        </li>
        {code !== null && (
          <li>
            <p>{t('staffMailboxes.consent.type')}</p>
            <p className="consent-code">
              <output aria-label={t('staffMailboxes.consent.code')}>{code}</output>
              <Button size="sm" onClick={() => void copyCode(code)}>
                <Copy className="icon" aria-hidden="true" />
                {t('staffMailboxes.consent.copy')}
              </Button>
            </p>
          </li>
        )}
      </ol>
      <p className="consent-wait" role="status">
        <Spinner />
        {isBusy ? t('staffMailboxes.consent.trying') : t('staffMailboxes.consent.waiting', { time: clock(expiresOn) })}
      </p>
    </>
  )
}
