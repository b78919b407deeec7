import type { StorageUse } from '@portico/contract/staff/storage'
import { TriangleAlert } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'
import { Meter } from '../../../ui/feedback/meter.tsx'
import { fileSize } from '../../../ui/files/file-size.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'

const warnsFrom = 0.9

/** How much of the space is used, and a warning before it is full. */
export const UseBar = ({ bytes, quota }: Pick<StorageUse, 'bytes' | 'quota'>) => {
  const { t } = useText()
  const { locale } = useStaffFormat()
  const used = fileSize(bytes, locale)
  if (quota === null)
    return (
      <p className="settings-lead">
        <b>{used}</b> {t('staffStorage.noQuota')}
      </p>
    )
  const total = fileSize(quota, locale)
  return (
    <>
      <Meter
        share={quota === 0 ? 0 : 1 - bytes / quota}
        value={used}
        total={t('staffStorage.of', { total })}
        label={t('staffStorage.free', { free: fileSize(Math.max(quota - bytes, 0), locale), total })}
      />
      {bytes >= quota * warnsFrom && (
        <p className="state-word" data-tone={bytes >= quota ? 'danger' : 'warning'}>
          <TriangleAlert className="icon" aria-hidden="true" />
          {bytes >= quota ? t('staffStorage.full') : t('staffStorage.nearlyFull')}
        </p>
      )}
    </>
  )
}
