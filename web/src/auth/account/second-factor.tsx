import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../api/failures.ts'
import { useFormat } from '../../session/use-format.ts'
import { localized } from '../../text/localized.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { removeSecondFactor, secondFactor, sessions } from '../data.ts'
import { PasswordProof } from './password-proof.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

/** The second factor of the user: on or off, with a dialog to change it. */
export const SecondFactor = () => {
  const { t } = useTranslation()
  const text = useFailureText()
  const { numericDay } = useFormat()
  const title = useId()
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(secondFactor)
  const [open, setOpen] = useState<'on' | 'off'>()
  const close = () => setOpen(undefined)
  const renew = () => queryClient.invalidateQueries({ queryKey: secondFactor.queryKey })
  const remove = useMutation({
    ...removeSecondFactor,
    onSuccess: () => {
      close()
      toast({ title: localized(t => t('access.factor.offDone')) })
      return renew()
    },
  })
  const isOn = data?.confirmedAt != null
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{t('access.factor.title')}</h2>
      <p className="page-sub">{t('access.factor.text')}</p>
      {error && !data ? (
        <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={refetch} busy={isFetching}>
          {text(error)}
        </RetryPanel>
      ) : (
        data && (
          <ul className="session-list">
            <li>
              <Smartphone className="icon" aria-hidden="true" />
              <span>
                <b>{t('access.factor.app')}</b>
                <small>
                  {data.confirmedAt === null
                    ? t('access.factor.off')
                    : `${t('access.factor.on', { day: numericDay(data.confirmedAt) })} · ${t('access.factor.codesLeft', { count: data.recoveryCodesLeft })}`}
                </small>
              </span>
              <Button size="sm" onClick={() => setOpen(isOn ? 'off' : 'on')}>
                {t(isOn ? 'access.factor.turnOff' : 'access.factor.turnOn')}
              </Button>
            </li>
          </ul>
        )
      )}
      <Dialog open={open === 'on'} onClose={close} title={t('access.factor.title')}>
        <SecondFactorSetup
          onCancel={close}
          onConfirmed={() => {
            void renew()
            void queryClient.invalidateQueries({ queryKey: sessions.queryKey })
          }}
          onDone={() => {
            close()
            toast({ title: localized(t => t('access.factor.done')) })
          }}
        />
      </Dialog>
      <Dialog open={open === 'off'} onClose={close} title={t('access.factor.offTitle')} role="alertdialog">
        <p>{t('access.factor.offText')}</p>
        <PasswordProof
          submit={t('access.factor.turnOff')}
          danger
          busy={remove.isPending}
          error={remove.error}
          onSubmit={password => remove.mutate(password)}
          onCancel={close}
        />
      </Dialog>
    </section>
  )
}
