import { useTranslation } from 'react-i18next'
import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Collisions } from './collisions.tsx'

/** Why a booking or an absence was not changed. */
export const ChangeFailure = ({ error, timeZone }: { error: Error | null; timeZone: string }) => {
  const { t } = useTranslation()
  const text = useFailureText()
  if (!error) return null
  const code = failureCode(error)
  return (
    <Collisions error={error} timeZone={timeZone}>
      <Alert tone={code === 'conflict' ? 'warning' : 'danger'}>
        {code === 'conflict' ? t('staffBookings.crossed') : text(error)}
      </Alert>
    </Collisions>
  )
}
