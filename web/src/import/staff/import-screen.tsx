import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { toastFailure } from '../../staff/parts/toast-failure.ts'
import { useStaffScreen } from '../../staff/session/use-staff-screen.ts'
import { useText } from '../../text/use-text.ts'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { Stepper } from '../../ui/feedback/stepper.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { changeRun, importRun, runStep } from './data.ts'
import { FileStep } from './file-step.tsx'
import type { ImportStep } from './import-search.ts'
import { ImportStep as ImportingStep } from './import-step.tsx'
import { isTable, stepOf, stepsOf } from './import-steps.ts'
import '../../staff/parts/plain-table.css'
import '../../staff/parts/record.css'
import './import.css'

/** An import, step by step; the step is in the address. */
export const ImportScreen = () => {
  const { t } = useText()
  const client = useQueryClient()
  const failureText = useFailureText()
  const navigate = useNavigate({ from: '/customers/import/$importid' })
  const { importid } = useParams({ from: '/signed-in/customers/import/$importid' })
  const { step: asked } = useSearch({ from: '/signed-in/customers/import/$importid' })
  const query = useQuery(importRun(importid))
  const change = useMutation({ ...changeRun(client, importid), onError: toastFailure })
  const act = useMutation({ ...runStep(client, importid) })
  const run = query.data
  const title = run ? t(`staffImport.titles.${run.kind}`) : t('staffImport.title')
  useStaffScreen('staff-import', title)

  const step = run && stepOf(run, asked)
  // A state that changes does not move the reader to another step.
  useEffect(() => {
    if (step && !asked) void navigate({ search: { step }, replace: true })
  }, [step, asked, navigate])
  const steps = run ? stepsOf(run.kind) : stepsOf('contact')
  const goTo = (to: ImportStep) => void navigate({ search: { step: to } })
  const begin = (what: 'check' | 'start' | 'cancel', to: ImportStep) =>
    act.mutate(what, { onSuccess: () => goTo(to), onError: toastFailure })
  const sign = run?.form?.separator
  const facts = run && [
    run.fileName,
    ...(isTable(run.kind) && run.form ? [t('staffImport.facts.rows', { count: run.rows })] : []),
    ...(sign ? [t('staffImport.facts.separator', { sign: sign === '\t' ? 'Tab' : sign })] : []),
    ...(run.form ? [run.form.charset] : []),
    ...(run.files > 0 ? [t('staffImport.facts.files', { count: run.files })] : []),
  ]

  return (
    <main className="staff-main import-page" id="main" tabIndex={-1}>
      <header className="staff-head wizard-head">
        <Link
          to="/customers/import"
          className="icon-button"
          aria-label={t('staffImport.toList')}
          title={t('staffImport.toList')}
        >
          <ArrowLeft className="icon" aria-hidden="true" />
        </Link>
        <h1>{title}</h1>
        {run && step && (
          <Stepper
            label={t('staffImport.steps.label')}
            steps={steps.map(one => t(`staffImport.steps.${one}`))}
            done={run.state === 'done' ? steps.length : steps.indexOf(step)}
          />
        )}
        {facts && <p className="page-sub">{facts.join(', ')}</p>}
      </header>
      {query.error && !run ? (
        <RetryPanel
          title={t('staffImport.failed')}
          retry={t('words.retry')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          {failureText(query.error)}
        </RetryPanel>
      ) : run ? (
        <div className="wizard" key={`${run.id} ${step}`}>
          {step === 'file' && (
            <FileStep run={run} change={change} onNext={() => goTo(isTable(run.kind) ? 'columns' : 'check')} />
          )}
          {step === 'columns' && (
            <ColumnsStep
              run={run}
              change={change}
              isBusy={act.isPending}
              onBefore={() => goTo('file')}
              onNext={() => begin('check', 'check')}
            />
          )}
          {step === 'check' && (
            <CheckStep
              run={run}
              isBusy={act.isPending}
              onBefore={() => goTo(isTable(run.kind) ? 'columns' : 'file')}
              onCheck={() => begin('check', 'check')}
              onCancel={() => begin('cancel', 'check')}
              onImport={() => begin('start', 'import')}
            />
          )}
          {step === 'import' && (
            <ImportingStep
              run={run}
              isBusy={act.isPending}
              onCancel={() => begin('cancel', 'import')}
              onGoOn={() => begin('start', 'import')}
              onBefore={() => goTo('check')}
            />
          )}
        </div>
      ) : (
        <div className="wizard" aria-busy="true">
          <div className="record-section">
            <span className="skeleton" style={{ '--w': '40%' }} />
            <span className="skeleton" style={{ '--w': '70%' }} />
            <span className="skeleton" style={{ '--w': '60%' }} />
          </div>
        </div>
      )}
    </main>
  )
}
