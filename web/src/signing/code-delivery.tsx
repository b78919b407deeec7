import type { CodeDelivery as Delivery } from '@portico/contract/signing'
import { useText } from '../text/use-text.ts'
import { Alert } from '../ui/overlay/alert.tsx'
import { useDocument } from './use-document.ts'

type CodeDeliveryProps = { delivery: Delivery | undefined; phone: string; onChangePhone: () => void }

/** Shows that the SMS with the code is late or could not be delivered, and what the signer can do. */
export const CodeDelivery = ({ delivery, phone, onChangePhone }: CodeDeliveryProps) => {
  const { t } = useText()
  const { document } = useDocument()
  const { webPortalName: portal, supportPhone } = document.portalSettings
  if (delivery === 'delayed')
    return (
      <Alert tone="warning" title={t('signing.code.late')}>
        {t('signing.code.lateText')}
      </Alert>
    )
  if (delivery !== 'failed') return null
  if (document.phoneMayBeTyped)
    return (
      <Alert
        tone="danger"
        title={t('signing.code.failed', { phone })}
        action={
          <button type="button" className="link-button" onClick={onChangePhone}>
            {t('signing.code.changePhone')}
          </button>
        }
      >
        {t('signing.code.failedTyped')}
      </Alert>
    )
  return (
    <Alert tone="danger" title={t('signing.code.failed', { phone })}>
      {supportPhone
        ? t('signing.code.failedCall', { portal, phone: supportPhone })
        : t('signing.code.failedText', { portal })}
    </Alert>
  )
}
