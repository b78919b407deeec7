import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../../api/failures.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'

/** Why settings were not saved. */
export const SaveFailure = ({ error, isCrossed }: { error: Error | null; isCrossed: boolean }) => {
  const { t } = useTranslation()
  const text = useFailureText()
  if (!error) return null
  return isCrossed ? (
    <Alert tone="warning">{t('staffPortalSettings.crossed')}</Alert>
  ) : (
    <Alert tone="danger">{text(error)}</Alert>
  )
}
