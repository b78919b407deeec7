import type { StaffSession } from '@portico/contract/staff/sessions'
import { deviceName, isHandheld } from '@portico/contract/values/device-name'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { localizedFailure, useFailureText } from '../../api/failures.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { useStaffFormat } from '../session/use-staff-format.ts'
import { endOthers, endSession, ownSessions } from './data.ts'

/** Where one is signed in: each session can be ended, or all others at once. */
export const SessionList = () => {
  const { t } = useText()
  const text = useFailureText()
  const title = useId()
  const client = useQueryClient()
  const { numericDay, clock } = useStaffFormat()
  const { data, error, refetch, isFetching } = useQuery(ownSessions)
  const [asked, setAsked] = useState<StaffSession | 'others'>()
  const ending = (done: 'sessionEnded' | 'othersEnded') => ({
    onSuccess: () => toast({ title: localized(t => t(`staffAccount.${done}`)) }),
    onError: (failure: unknown) => toast({ title: localized(localizedFailure(failure)), tone: 'danger' as const }),
    onSettled: () => {
      setAsked(undefined)
      return client.invalidateQueries({ queryKey: ownSessions.queryKey })
    },
  })
  const one = useMutation({ ...endSession, ...ending('sessionEnded') })
  const others = useMutation({ ...endOthers, ...ending('othersEnded') })
  const nameOf = ({ device }: StaffSession) => deviceName(device) ?? t('staffAccount.unknownDevice')
  return (
    <section className="account-block" aria-labelledby={title}>
      <h2 id={title}>{t('staffAccount.sessions')}</h2>
      <p>{t('staffAccount.sessionsHint')}</p>
      {error && !data ? (
        <RetryPanel
          title={t('words.couldNotLoad')}
          retry={t('words.retry')}
          onRetry={() => void refetch()}
          busy={isFetching}
          heading="h3"
        >
          {text(error)}
        </RetryPanel>
      ) : (
        <ul className="own-sessions">
          {data?.map(session => {
            const Icon = isHandheld(session.device) ? Smartphone : Monitor
            return (
              <li key={session.id}>
                <Icon className="icon" aria-hidden="true" />
                <span>
                  <b>{nameOf(session)}</b>
                  <small>
                    {[
                      session.address,
                      t('staffAccount.since', { day: numericDay(session.createdAt), time: clock(session.createdAt) }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                {session.current ? (
                  <span className="this-session">{t('staffAccount.thisSession')}</span>
                ) : (
                  <Button size="sm" onClick={() => setAsked(session)}>
                    {t('staffAccount.endSession')}
                    <span className="sr-only"> {nameOf(session)}</span>
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {(data?.length ?? 0) > 1 && (
        <div className="button-row">
          <Button onClick={() => setAsked('others')}>{t('staffAccount.endOthers')}</Button>
        </div>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={
          asked === undefined || asked === 'others'
            ? t('staffAccount.endOthersAsk')
            : t('staffAccount.endSessionAsk', { device: nameOf(asked) })
        }
        confirm={asked === 'others' ? t('staffAccount.endOthers') : t('staffAccount.endSession')}
        cancel={t('words.cancel')}
        busy={one.isPending || others.isPending}
        onConfirm={() => (asked === 'others' ? others.mutate() : asked && one.mutate(asked.id))}
        onCancel={() => setAsked(undefined)}
      >
        {t('staffAccount.endSessionText')}
      </ConfirmDialog>
    </section>
  )
}
