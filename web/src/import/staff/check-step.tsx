import type { ImportRun } from '@portico/contract/staff/imports'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { CountsLine } from './counts-line.tsx'
import { goodRows } from './data.ts'
import { FaultAlert } from './file-step.tsx'
import { RefusedRows } from './refused-rows.tsx'
import { RunProgress } from './run-progress.tsx'
import { ValueChanges } from './value-changes.tsx'

type CheckStepProps = {
  run: ImportRun
  isBusy: boolean
  onBefore: () => void
  onCheck: () => void
  onCancel: () => void
  onImport: () => void
}

/** What an import would do, and the rows that have to be mended first. */
export const CheckStep = ({ run, isBusy, onBefore, onCheck, onCancel, onImport }: CheckStepProps) => {
  const { t } = useText()
  const isChecking = run.state === 'checking'
  const isChecked = run.state === 'checked'
  const wasChecked = run.finishedAt !== null
  const good = goodRows(run)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isBusy || isChecking) return
      event.preventDefault()
      // The cell with the focus is stored when it is left.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      onCheck()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isBusy, isChecking, onCheck])

  return (
    <>
      <div className="record-main">
        {run.fault && (
          <div className="record-section">
            <FaultAlert fault={run.fault} />
          </div>
        )}
        {isChecking ? (
          <RunProgress run={run} words={t('staffImport.check.running')} />
        ) : (
          <>
            {!isChecked && !run.fault && (
              <div className="record-section">
                <Alert>{wasChecked ? t('staffImport.check.again') : t('staffImport.check.first')}</Alert>
              </div>
            )}
            {wasChecked && run.changes && <ValueChanges changes={run.changes} />}
            {wasChecked && <RefusedRows run={run} />}
          </>
        )}
      </div>
      <div className="dry-run">
        {!isChecking && wasChecked && <CountsLine run={run} />}
        <div className="button-row">
          {isChecking ? (
            <Button onClick={onCancel} busy={isBusy}>
              {t('staffImport.act.cancel')}
            </Button>
          ) : (
            <>
              <Button tone="ghost" onClick={onBefore}>
                {t('staffImport.act.before')}
              </Button>
              <Button
                tone={isChecked ? undefined : 'primary'}
                onClick={onCheck}
                busy={isBusy}
                aria-keyshortcuts="Control+Enter"
              >
                <RefreshCw className="icon" aria-hidden="true" />
                {wasChecked ? t('staffImport.act.checkAgain') : t('staffImport.act.check')}
              </Button>
              {isChecked && (
                <Button tone="primary" onClick={onImport} busy={isBusy} disabled={good === 0}>
                  {t('staffImport.act.import', { count: good })}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </>
  )
}
