import type { FailedJob } from '@portico/contract/staff/installation'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { type PlainColumn, PlainTable } from '../../parts/plain-table.tsx'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { changeJobs, failedJobs } from './data.ts'
import { useMoment } from './use-moment.ts'
import './installation.css'

const Listed = ({ jobs }: { jobs: FailedJob[] }) => {
  const { t } = useText()
  const moment = useMoment()
  const [removed, setRemoved] = useState<number[]>()
  const changing = useMutation({
    ...changeJobs(useQueryClient()),
    onSettled: () => setRemoved(undefined),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  if (jobs.length === 0)
    return <EmptyState icon={<MailCheck className="icon" />} title={t('staffInstallation.jobs.none')} heading="h3" />
  const all = jobs.map(({ id }) => id)
  const columns: PlainColumn<FailedJob>[] = [
    { id: 'kind', title: t('staffInstallation.jobs.column.kind'), cell: ({ kind }) => kind },
    { id: 'company', title: t('staffInstallation.jobs.column.company'), cell: ({ company }) => company },
    {
      id: 'givenUp',
      title: t('staffInstallation.jobs.column.givenUp'),
      kind: 'date',
      cell: ({ givenUpAt }) => moment(givenUpAt),
    },
    {
      id: 'reason',
      title: t('staffInstallation.jobs.column.reason'),
      cell: ({ reason }) => <span lang="en">{reason}</span>,
    },
    {
      id: 'actions',
      title: t('staffInstallation.backups.column.actions'),
      kind: 'act',
      cell: ({ id, kind }) => (
        <Button
          tone="ghost"
          aria-label={t('staffInstallation.jobs.retryOne', { kind })}
          onClick={() => changing.mutate({ act: 'retry', ids: [id] })}
        >
          {t('words.retry')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <div className="button-row installation-row">
        <Button busy={changing.isPending} onClick={() => changing.mutate({ act: 'retry', ids: all })}>
          {t('staffInstallation.jobs.retryAll', { count: all.length })}
        </Button>
        <Button tone="ghost" onClick={() => setRemoved(all)}>
          {t('staffInstallation.jobs.removeAll')}
        </Button>
      </div>
      <PlainTable labelledBy="jobs-title" columns={columns} rows={jobs} keyOf={({ id }) => id} />
      {removed && (
        <ConfirmDialog
          open
          danger
          title={t('staffInstallation.jobs.ask', { count: removed.length })}
          confirm={t('staffInstallation.jobs.confirm')}
          cancel={t('words.cancel')}
          busy={changing.isPending}
          onConfirm={() => changing.mutate({ act: 'remove', ids: removed })}
          onCancel={() => setRemoved(undefined)}
        >
          {t('staffInstallation.jobs.askText')}
        </ConfirmDialog>
      )}
    </>
  )
}

/** The mails, messages and other jobs that were given up. */
export const JobsScreen = () => {
  const { t } = useText()
  const query = useQuery(failedJobs)
  useStaffScreen('staff-jobs', t('staffSettings.nav.jobs'))
  return (
    <section className="record-section" aria-labelledby="jobs-title">
      <div className="section-head">
        <h2 id="jobs-title">{t('staffSettings.nav.jobs')}</h2>
        {query.data && <span className="page-count">{query.data.length}</span>}
      </div>
      <p className="record-about">{t('staffInstallation.jobs.about')}</p>
      <Loaded query={query}>{jobs => <Listed jobs={jobs} />}</Loaded>
    </section>
  )
}
