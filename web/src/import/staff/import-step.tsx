import type { ImportRun } from '@portico/contract/staff/imports'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type PlainColumn, PlainTable } from '../../staff/parts/plain-table.tsx'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useLanguage } from '../../text/texts.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { useTypeName } from './counts-line.tsx'
import { reportAddress, wordsOf } from './data.ts'
import { FaultAlert } from './file-step.tsx'
import { RunProgress } from './run-progress.tsx'

type Count = ImportRun['counts'][number]

type ImportStepProps = {
  run: ImportRun
  isBusy: boolean
  onBefore: () => void
  onCancel: () => void
  onGoOn: () => void
}

/** The import itself: how far it is, and what it did. */
export const ImportStep = ({ run, isBusy, onBefore, onCancel, onGoOn }: ImportStepProps) => {
  const { t } = useText()
  const format = useStaffFormat()
  const typeName = useTypeName()
  const language = wordsOf(useLanguage())
  const { state } = run
  const left = run.refused + run.skipped
  const number = (id: 'created' | 'changed' | 'unchanged'): PlainColumn<Count> => ({
    id,
    title: t(`staffImport.run.${id}`),
    kind: 'num',
    cell: count => <span>{format.number(count[id])}</span>,
  })
  const hasPeople = run.counts.some(({ type, created }) => type === 'webUser' && created > 0)
  if (state === 'importing')
    return (
      <>
        <div className="record-main">
          <RunProgress run={run} words={t('staffImport.run.running')} />
        </div>
        <div className="dry-run">
          <div className="button-row">
            <Button onClick={onCancel} busy={isBusy}>
              {t('staffImport.act.cancel')}
            </Button>
          </div>
        </div>
      </>
    )
  const isDone = state === 'done'
  return (
    <>
      <div className="record-main">
        <section className="record-section" aria-labelledby="import-what">
          {isDone ? (
            <Alert tone="success" title={t('staffImport.run.done')}>
              {t('staffImport.run.doneText')}
            </Alert>
          ) : (
            <Alert tone="warning">
              {t(state === 'failed' ? 'staffImport.run.failed' : 'staffImport.run.cancelled')}
            </Alert>
          )}
          {run.fault && <FaultAlert fault={run.fault} />}
          <div className="section-head">
            <h2 id="import-what">{t('staffImport.run.what')}</h2>
          </div>
          <PlainTable
            labelledBy="import-what"
            columns={[
              { id: 'type', title: t('staffImport.run.type'), cell: ({ type }) => typeName(type) },
              number('created'),
              number('changed'),
              number('unchanged'),
            ]}
            rows={run.counts}
            keyOf={({ type }) => type}
          />
          {left > 0 && <p>{t('staffImport.run.left', { count: left })}</p>}
          {hasPeople && <p className="quiet">{t('staffImport.run.invite')}</p>}
          <div className="button-row import-after">
            <a className={buttonClass()} href={reportAddress(run.id, language)} download>
              <Download className="icon" aria-hidden="true" />
              {t('staffImport.run.report')}
            </a>
            <Link to="/customers" className={buttonClass()}>
              {t('staffImport.run.customers')}
            </Link>
            <Link to="/customers/import" className={buttonClass()}>
              {t('staffImport.run.another')}
            </Link>
          </div>
        </section>
      </div>
      {!isDone && (
        <div className="dry-run">
          <div className="button-row">
            <Button tone="ghost" onClick={onBefore}>
              {t('staffImport.act.before')}
            </Button>
            <Button tone="primary" onClick={onGoOn} busy={isBusy}>
              {t('staffImport.act.goOn')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}
