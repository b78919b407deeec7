import { useTranslation } from 'react-i18next'
import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'

/** Why what a dialog sends was not written. */
export const DialogFailure = ({ error }: { error: Error | null }) => {
  const { t } = useTranslation()
  const text = useFailureText()
  if (!error) return null
  return failureCode(error) === 'conflict' ? (
    <Alert tone="warning">{t('staffPortalSettings.tickets.crossed')}</Alert>
  ) : (
    <Alert tone="danger">{text(error)}</Alert>
  )
}
