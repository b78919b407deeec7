import type { ImportRun } from '@portico/contract/staff/imports'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'

/** How far a running check or import is. */
export const RunProgress = ({ run, words }: { run: ImportRun; words: string }) => {
  const { t } = useText()
  const format = useStaffFormat()
  const { done, rows } = run
  const progress = t('staffImport.progress', { done: format.number(done), all: format.number(rows) })
  return (
    <section className="record-section">
      <h2>{t(`staffImport.state.${run.state}`)}</h2>
      <div className="import-progress" role="status">
        {/* How many there are is known of tables alone, and of others at the end. */}
        {rows > 0 && <span>{progress}</span>}
        <progress aria-label={progress} max={Math.max(1, rows)} {...(rows > 0 && { value: Math.min(done, rows) })} />
      </div>
      <p className="quiet">{words}</p>
    </section>
  )
}
