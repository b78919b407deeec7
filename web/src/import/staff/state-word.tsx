import type { ImportRun } from '@portico/contract/staff/imports'
import { CircleCheckBig, CircleDashed, CircleDot, Hourglass, TriangleAlert } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { goodRows } from './data.ts'

const marks = {
  draft: [CircleDashed, undefined],
  checking: [Hourglass, undefined],
  checked: [CircleDot, undefined],
  nothing: [TriangleAlert, 'warning'],
  importing: [Hourglass, undefined],
  done: [CircleCheckBig, 'success'],
  cancelled: [TriangleAlert, 'warning'],
  failed: [TriangleAlert, 'warning'],
} as const

/** The state of an import, in words. */
export const StateWord = ({ run }: { run: Pick<ImportRun, 'state' | 'rows' | 'refused' | 'skipped'> }) => {
  const { t } = useText()
  const state = run.state === 'checked' && goodRows(run) === 0 ? 'nothing' : run.state
  const [Mark, tone] = marks[state]
  return (
    <span className="state-word" data-tone={tone}>
      <Mark className="icon" aria-hidden="true" />
      {t(`staffImport.state.${state}`)}
    </span>
  )
}
