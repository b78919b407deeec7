import type { ImportState } from '@portico/contract/staff/imports'
import { CircleCheckBig, CircleDashed, CircleDot, Hourglass, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const marks = {
  draft: [CircleDashed, undefined],
  checking: [Hourglass, undefined],
  checked: [CircleDot, undefined],
  importing: [Hourglass, undefined],
  done: [CircleCheckBig, 'success'],
  cancelled: [TriangleAlert, 'warning'],
  failed: [TriangleAlert, 'warning'],
} as const

/** The state of an import, in words. */
export const StateWord = ({ state }: { state: ImportState }) => {
  const { t } = useTranslation()
  const [Mark, tone] = marks[state]
  return (
    <span className="state-word" data-tone={tone}>
      <Mark className="icon" aria-hidden="true" />
      {t(`staffImport.state.${state}`)}
    </span>
  )
}
