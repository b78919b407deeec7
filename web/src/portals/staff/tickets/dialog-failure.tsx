import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'

/** Why what a dialog sends was not written. */
export const DialogFailure = ({ error }: { error: Error | null }) => {
  const { t } = useText()
  const text = useFailureText()
  if (!error) return null
  return failureCode(error) === 'conflict' ? (
    <Alert tone="warning">{t('staffPortalSettings.tickets.crossed')}</Alert>
  ) : (
    <Alert tone="danger">{text(error)}</Alert>
  )
}
