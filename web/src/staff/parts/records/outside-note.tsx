import { CloudDownload } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'

/** Says that a record comes from an import or a program outside, which overwrites what is changed here. */
export const OutsideNote = ({ outsideId }: { outsideId: string | null }) => {
  const { t } = useText()
  return (
    outsideId !== null && (
      <p className="outside-note">
        <CloudDownload className="icon" aria-hidden="true" />
        <span>
          {t('staffRecords.outside')} <code>{outsideId}</code>
        </span>
      </p>
    )
  )
}
