import { useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'

/** Why settings were not saved. */
export const SaveFailure = ({ error, isCrossed }: { error: Error | null; isCrossed: boolean }) => {
  const { t } = useText()
  const text = useFailureText()
  if (!error) return null
  return isCrossed ? (
    <Alert tone="warning">{t('staffPortalSettings.crossed')}</Alert>
  ) : (
    <Alert tone="danger">{text(error)}</Alert>
  )
}
