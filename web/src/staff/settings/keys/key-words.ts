import type { StaffApiKey } from '@portico/contract/staff/api-keys'
import { useText } from '../../../text/use-text.ts'
import { useMe } from '../../session/use-me.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'

/** What a key may do, and how it was used last, in one line. */
export const useKeyWords = () => {
  const { t } = useText()
  const { portals: own } = useMe()
  const { numericDay, clock } = useStaffFormat()
  const moment = (instant: string) => ({ day: numericDay(instant), time: clock(instant) })
  return ({ portals, readOnly, state, lastUsedAt, lastUsedFrom, expiresAt, revokedAt }: StaffApiKey) =>
    [
      (own.length > 1 || (portals?.length ?? 1) > 1) &&
        (portals?.map(({ webPortalName }) => webPortalName).join(', ') ?? t('staffConnections.allPortals')),
      readOnly ? t('staffConnections.keys.reads') : t('staffConnections.keys.writes'),
      revokedAt && t('staffConnections.keys.revokedOn', moment(revokedAt)),
      state === 'expired' && expiresAt && t('staffConnections.keys.expiredOn', moment(expiresAt)),
      state === 'live' && expiresAt && t('staffConnections.keys.expiresOn', moment(expiresAt)),
      !lastUsedAt
        ? t('staffConnections.keys.neverUsed')
        : lastUsedFrom
          ? t('staffConnections.keys.usedFrom', { ...moment(lastUsedAt), address: lastUsedFrom })
          : t('staffConnections.keys.used', moment(lastUsedAt)),
    ]
      .filter(Boolean)
      .join(' · ')
}
