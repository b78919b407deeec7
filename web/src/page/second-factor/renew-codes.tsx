import type { StaffProof } from '@portico/contract/sign-in/passkeys'
import { useMutation } from '@tanstack/react-query'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { toast } from '../../ui/overlay/toasts.tsx'
import type { OwnPasskeys } from '../passkeys/passkey-list.tsx'
import { ProvenStep } from './proven-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type RenewCodesProps = {
  renew: (proof: StaffProof) => Promise<{ recoveryCodes: string[] }>
  passkeys: OwnPasskeys
  onRenewed: () => void
  onClose: () => void
}

/** Makes new recovery codes. */
export const RenewCodes = ({ renew, passkeys, onRenewed, onClose }: RenewCodesProps) => {
  const { t } = useText()
  const change = useMutation({ mutationFn: renew, onSuccess: onRenewed })
  if (change.data)
    return (
      <RecoveryCodes
        heading="h3"
        codes={change.data.recoveryCodes}
        onDone={() => {
          onClose()
          toast({ title: localized(t => t('signInFactor.app.renewDone')) })
        }}
      />
    )
  return (
    <ProvenStep
      change={change}
      passkeys={passkeys}
      confirm={t('signInFactor.app.renewConfirm')}
      cancel={t('words.cancel')}
      onCancel={onClose}
    >
      <p>{t('signInFactor.app.renewText')}</p>
    </ProvenStep>
  )
}
