import type { PublishedFile } from '@portico/contract/staff/published'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'

/** How published files are spoken of. */
export const usePublishedWords = () => {
  const { t } = useText()
  const { shortDay } = useStaffFormat()
  return {
    /** `Invoice 2026/0441`, or the title where there is one. */
    nameOf: ({ kind, title, total }: PublishedFile) => {
      if (kind !== 'invoice') return title
      return t(total !== null && total < 0 ? 'staffPublished.named.creditNote' : 'staffPublished.named.invoice', {
        number: title,
      })
    },
    /** What kind it is, with the number of an estimate. */
    kindOf: ({ kind, number, arrivedFrom }: PublishedFile) => {
      if (arrivedFrom) return t('staffPublished.kinds.arrived')
      return kind === 'estimate' && number
        ? t('staffPublished.named.estimate', { number })
        : t(`staffPublished.kinds.${kind}`)
    },
    /** `Giulia Rossi, 14 Nov`; null while nobody has opened it. */
    openedBy: ({ openedBy, lastOpened }: PublishedFile) => {
      if (!lastOpened) return null
      const words = { name: lastOpened.referentName, day: shortDay(lastOpened.at) }
      return openedBy > 1
        ? t('staffPublished.openedByMore', { ...words, count: openedBy - 1 })
        : t('staffPublished.openedBy', words)
    },
  }
}
