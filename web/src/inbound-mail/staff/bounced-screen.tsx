import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { localizedFailure, useFailureText } from '../../api/failures.ts'
import { resumeOne } from '../../staff/parts/mail/data.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../staff/session/use-staff-screen.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { bouncedAddresses } from './data.ts'
import { MailNav } from './mail-nav.tsx'
import '../../staff/parts/publish/published.css'
import './mail.css'

/** Addresses to which mails about tickets do not arrive. */
export const BouncedScreen = () => {
  const { t } = useText()
  const text = useFailureText()
  const { numericDay } = useStaffFormat()
  const query = useQuery(bouncedAddresses)
  const resuming = useMutation({
    ...resumeOne(useQueryClient()),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  useStaffScreen('staff-mail-bounced', t('staffMail.bouncedTab'))
  return (
    <main className="staff-main published" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>{t('staffMail.bouncedTab')}</h1>
        {query.data && <span className="page-count">{query.data.length}</span>}
      </header>
      <MailNav />
      <div className="mail-bounced">
        {query.isPending && <div className="skeleton mail-skeleton" aria-busy="true" />}
        {query.error && !query.data && (
          <RetryPanel
            title={t('words.couldNotLoad')}
            retry={t('words.retry')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          >
            {text(query.error)}
          </RetryPanel>
        )}
        {query.data?.length === 0 && (
          <EmptyState icon={<MailCheck className="icon" />} title={t('staffMail.bounced.none')}>
            {t('staffMail.bounced.noneText')}
          </EmptyState>
        )}
        {query.data && query.data.length > 0 && (
          <>
            <p className="mail-lead">{t('staffMail.bounced.lead')}</p>
            <ul className="mail-list">
              {query.data.map(({ id, address, bouncedOn, diagnostic }) => (
                <li key={id} className="mail-row">
                  <div className="mail-row-main">
                    <div className="mail-row-head">
                      <b>{address}</b>
                      <time dateTime={bouncedOn}>{t('staffMail.bounced.on', { day: numericDay(bouncedOn) })}</time>
                    </div>
                    <p className="mail-row-why">{diagnostic}</p>
                  </div>
                  <Button
                    size="sm"
                    busy={resuming.isPending && resuming.variables === id}
                    onClick={() =>
                      resuming.mutate(id, {
                        onSuccess: () => toast({ title: localized(t => t('staffMail.bounced.resumed', { address })) }),
                      })
                    }
                  >
                    {t('staffMail.bounced.resume')}
                    <span className="sr-only"> {address}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </main>
  )
}
