import type { VisitCollision } from '@portico/contract/staff/planning/visits'
import type { ReactNode } from 'react'
import { ApiError } from '../../../api/api.ts'
import { useText } from '../../../text/use-text.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { useZone } from './use-zone.ts'

const collisionsIn = (error: unknown): readonly VisitCollision[] => {
  const found = error instanceof ApiError ? error.problem.collisions : undefined
  return Array.isArray(found) ? (found as VisitCollision[]) : []
}

/** What takes the time that was asked for; `children` where it is another failure. */
export const Collisions = ({
  error,
  timeZone,
  children,
}: {
  error: unknown
  timeZone: string
  children: ReactNode
}) => {
  const { t } = useText()
  const zone = useZone(timeZone)
  const collisions = collisionsIn(error)
  if (collisions.length === 0) return children
  return (
    <Alert tone="danger" title={t('staffBookings.taken', { name: collisions[0]?.staffName ?? '' })}>
      <ul>
        {collisions.map(({ kind, id, startsOn, endsOn, companyName, title }) => (
          <li key={`${kind} ${id} ${startsOn}`}>
            {[
              companyName ?? title ?? t(`staffBookings.taking.${kind}`),
              zone.span({ start: startsOn, end: endsOn }),
            ].join(', ')}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
