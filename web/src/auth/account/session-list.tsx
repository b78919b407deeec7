import type { Session } from '@portico/contract/auth'
import { deviceName, isHandheld } from '@portico/contract/values/device-name'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { localizedFailure, useFailureText } from '../../api/failures.ts'
import { useFormat } from '../../session/use-format.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { endAllOtherSessions, endOneSession, sessions } from '../data.ts'

/** The user's sessions, with a button to end each, and one to end all others. */
export const SessionList = () => {
  const { t } = useText()
  const text = useFailureText()
  const title = useId()
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(sessions)
  const [selected, setSelected] = useState<Session>()
  const [isEndingOthers, setEndingOthers] = useState(false)
  const ending = (done: 'ended' | 'othersEnded') => ({
    onSuccess: () => toast({ title: localized(t => t(`auth.account.${done}`)) }),
    onError: (failure: unknown) => toast({ title: localized(localizedFailure(failure)), tone: 'danger' }),
    onSettled: () => {
      setSelected(undefined)
      setEndingOthers(false)
      return queryClient.invalidateQueries({ queryKey: sessions.queryKey })
    },
  })
  const end = useMutation({ ...endOneSession, ...ending('ended') })
  const endOthers = useMutation({ ...endAllOtherSessions, ...ending('othersEnded') })
  const nameOf = ({ device }: Session) => deviceName(device) ?? t('auth.account.unknownDevice')
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{t('auth.account.sessions')}</h2>
      <p className="page-sub">{t('auth.account.sessionsHint')}</p>
      {error && !data ? (
        <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={refetch} busy={isFetching}>
          {text(error)}
        </RetryPanel>
      ) : (
        <ul className="session-list">
          {data?.map(session => (
            <SessionRow key={session.id} session={session} name={nameOf(session)} onEnd={() => setSelected(session)} />
          ))}
        </ul>
      )}
      {(data?.length ?? 0) > 1 && (
        <div className="button-row">
          <Button onClick={() => setEndingOthers(true)}>{t('auth.account.endOthers')}</Button>
        </div>
      )}
      <ConfirmDialog
        open={isEndingOthers}
        title={t('auth.account.endOthersTitle')}
        confirm={t('auth.account.endOthersConfirm')}
        cancel={t('words.cancel')}
        danger
        busy={endOthers.isPending}
        onConfirm={() => endOthers.mutate()}
        onCancel={() => setEndingOthers(false)}
      >
        {t('auth.account.endOthersText')}
      </ConfirmDialog>
      <ConfirmDialog
        open={selected !== undefined}
        title={t('auth.account.endTitle')}
        confirm={t('auth.account.endConfirm')}
        cancel={t('words.cancel')}
        danger
        busy={end.isPending}
        onConfirm={() => selected && end.mutate(selected.id)}
        onCancel={() => setSelected(undefined)}
      >
        {selected && t('auth.account.endText', { device: nameOf(selected) })}
      </ConfirmDialog>
    </section>
  )
}

const SessionRow = ({ session, name, onEnd }: { session: Session; name: string; onEnd: () => void }) => {
  const { t } = useText()
  const { numericDay, clock } = useFormat()
  const { current, lastSeenAt, address, device } = session
  const Icon = isHandheld(device) ? Smartphone : Monitor
  const when = `${numericDay(lastSeenAt)} ${clock(lastSeenAt)}`
  return (
    <li>
      <Icon className="icon" aria-hidden="true" />
      <span>
        <b>{name}</b>
        <small>
          {[current ? t('auth.account.thisSession') : t('auth.account.lastSeen', { when }), address]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      {!current && (
        <Button size="sm" aria-label={t('auth.account.endNamed', { device: name })} onClick={onEnd}>
          {t('auth.account.end')}
        </Button>
      )}
    </li>
  )
}
