import type { FailedJob } from '@portico/contract/staff/installation'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { changeJobs, failedJobs } from './data.ts'
import { QueryPart } from './query-part.tsx'
import { useMoment } from './use-moment.ts'
import './installation.css'

const Listed = ({ jobs }: { jobs: FailedJob[] }) => {
  const { t } = useTranslation()
  const moment = useMoment()
  const [removed, setRemoved] = useState<number[]>()
  const changing = useMutation({
    ...changeJobs(useQueryClient()),
    onSettled: () => setRemoved(undefined),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  if (jobs.length === 0) return <p>{t('staffInstallation.jobs.none')}</p>
  const all = jobs.map(({ id }) => id)
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than a phone is scrolled with the keys */}
      <section className="table-scroll" aria-labelledby="jobs-title" tabIndex={0}>
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('staffInstallation.jobs.column.kind')}</th>
              <th scope="col">{t('staffInstallation.jobs.column.company')}</th>
              <th scope="col">{t('staffInstallation.jobs.column.givenUp')}</th>
              <th scope="col">{t('staffInstallation.jobs.column.reason')}</th>
              <th scope="col">
                <span className="sr-only">{t('staffInstallation.backups.column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ id, kind, company, givenUpAt, reason }) => (
              <tr key={id}>
                <th scope="row">{kind}</th>
                <td>{company}</td>
                <td>{moment(givenUpAt)}</td>
                <td lang="en">{reason}</td>
                <td>
                  <Button
                    tone="ghost"
                    aria-label={t('staffInstallation.jobs.retryOne', { kind })}
                    onClick={() => changing.mutate({ act: 'retry', ids: [id] })}
                  >
                    {t('words.retry')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
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
  const { t } = useTranslation()
  const query = useQuery(failedJobs)
  useStaffScreen('staff-jobs', t('staffSettings.nav.jobs'))
  return (
    <section className="record-section" aria-labelledby="jobs-title">
      <div className="section-head">
        <h2 id="jobs-title">{t('staffSettings.nav.jobs')}</h2>
        {query.data && <span className="page-count">{query.data.length}</span>}
      </div>
      <p className="record-about">{t('staffInstallation.jobs.about')}</p>
      <QueryPart query={query}>{jobs => <Listed jobs={jobs} />}</QueryPart>
    </section>
  )
}
