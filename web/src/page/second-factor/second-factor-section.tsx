import type { StaffProof } from '@portico/contract/sign-in/passkeys'
import type { SecondFactor } from '@portico/contract/sign-in/second-factor'
import { useMutation } from '@tanstack/react-query'
import { KeySquare, Smartphone } from 'lucide-react'
import { useId, useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import type { OwnPasskeys } from '../passkeys/passkey-list.tsx'
import { ProvenStep } from './proven-step.tsx'
import { RenewCodes } from './renew-codes.tsx'
import { type FactorCalls, SecondFactorSetup } from './second-factor-setup.tsx'
import './second-factor.css'

type SecondFactorSectionProps = {
  /** What is known of it; `confirmedAt` is null where there is none. */
  factor: SecondFactor | undefined
  error: unknown
  isFetching: boolean
  onRetry: () => void
  calls: FactorCalls & {
    remove: (proof: StaffProof) => Promise<unknown>
    renew: (proof: StaffProof) => Promise<{ recoveryCodes: string[] }>
  }
  /** The own passkeys, which prove who is there. */
  passkeys: OwnPasskeys
  /** What turning it off leads to. */
  offText: string
  formatDay: (instant: string) => string
  /** The class of the section. */
  className?: string
  /** After it was turned on or off; the recovery codes are still shown. */
  onChanged: () => void
}

/** The own second factor: on or off, with a dialog to change it. */
export const SecondFactorSection = (props: SecondFactorSectionProps) => {
  const { factor: data, error, isFetching, onRetry, calls, passkeys, offText, formatDay, className, onChanged } = props
  const { t } = useText()
  const text = useFailureText()
  const title = useId()
  const [open, setOpen] = useState<'on' | 'off' | 'renew'>()
  const close = () => setOpen(undefined)
  const remove = useMutation({
    mutationFn: calls.remove,
    onSuccess: () => {
      close()
      toast({ title: localized(t => t('signInFactor.app.offDone')) })
      onChanged()
    },
  })
  const isOn = data?.confirmedAt != null
  const change = () => {
    remove.reset()
    setOpen(isOn ? 'off' : 'on')
  }
  return (
    <section className={className} aria-labelledby={title}>
      <h2 id={title}>{t('signInFactor.app.title')}</h2>
      <p className="page-sub">{t('signInFactor.app.text')}</p>
      {error && !data ? (
        <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={onRetry} busy={isFetching}>
          {text(error)}
        </RetryPanel>
      ) : (
        data && (
          <ul className="factor-list">
            <li>
              <Smartphone className="icon" aria-hidden="true" />
              <span>
                <b>{t('signInFactor.app.app')}</b>
                <small>
                  {data.confirmedAt === null
                    ? t('signInFactor.app.off')
                    : t('signInFactor.app.on', { day: formatDay(data.confirmedAt) })}
                </small>
              </span>
              <Button size="sm" onClick={change}>
                {t(isOn ? 'signInFactor.app.turnOff' : 'signInFactor.app.turnOn')}
              </Button>
            </li>
            {isOn && (
              <li>
                <KeySquare className="icon" aria-hidden="true" />
                <span>
                  <b>{t('signInFactor.app.codes')}</b>
                  <small>{t('signInFactor.app.codesLeft', { count: data.recoveryCodesLeft })}</small>
                </span>
                <Button size="sm" onClick={() => setOpen('renew')}>
                  {t('signInFactor.app.renew')}
                </Button>
              </li>
            )}
          </ul>
        )
      )}
      <Dialog open={open === 'on'} onClose={close} title={t('signInFactor.app.title')}>
        <SecondFactorSetup
          calls={calls}
          passkeys={passkeys}
          cancel={t('words.cancel')}
          onCancel={close}
          onConfirmed={onChanged}
          onDone={() => {
            close()
            toast({ title: localized(t => t('signInFactor.app.done')) })
          }}
        />
      </Dialog>
      <Dialog open={open === 'renew'} onClose={close} title={t('signInFactor.app.renewTitle')}>
        <RenewCodes renew={calls.renew} passkeys={passkeys} onRenewed={onChanged} onClose={close} />
      </Dialog>
      <Dialog open={open === 'off'} onClose={close} title={t('signInFactor.app.offTitle')} role="alertdialog">
        <ProvenStep
          change={remove}
          passkeys={passkeys}
          confirm={t('signInFactor.app.turnOff')}
          danger
          cancel={t('words.cancel')}
          onCancel={close}
        >
          <p>{offText}</p>
        </ProvenStep>
      </Dialog>
    </section>
  )
}
