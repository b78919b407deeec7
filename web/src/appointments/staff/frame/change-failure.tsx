import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Collisions } from './collisions.tsx'

type ChangeFailureProps = {
  error: Error | null
  timeZone: string
  /** What is said where somebody else was faster. */
  crossed: string
}

/** Why a booking or an absence was not changed. */
export const ChangeFailure = ({ error, timeZone, crossed }: ChangeFailureProps) => {
  const text = useFailureText()
  if (!error) return null
  const code = failureCode(error)
  return (
    <Collisions error={error} timeZone={timeZone}>
      <Alert tone={code === 'conflict' ? 'warning' : 'danger'}>{code === 'conflict' ? crossed : text(error)}</Alert>
    </Collisions>
  )
}
