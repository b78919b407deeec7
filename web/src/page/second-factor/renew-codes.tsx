import type { FreshProof } from '@portico/contract/sign-in/passkeys'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../api/failures.ts'
import { localized } from '../../text/localized.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { hasPasskeys } from '../passkeys/device.ts'
import { needsProof } from '../passkeys/needs-proof.ts'
import type { OwnPasskeys } from '../passkeys/passkey-list.tsx'
import { ProofForm } from '../passkeys/proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type RenewCodesProps = {
  renew: (proof: FreshProof) => Promise<{ recoveryCodes: string[] }>
  passkeys: OwnPasskeys
  onRenewed: () => void
  onClose: () => void
}

/** Makes new recovery codes: what it does, a proof from who signed in a while ago, then the codes. */
export const RenewCodes = ({ renew, passkeys, onRenewed, onClose }: RenewCodesProps) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const [isProving, setProving] = useState(false)
  const { data: own } = useQuery({ queryKey: passkeys.queryKey, queryFn: ({ signal }) => passkeys.read(signal) })
  const change = useMutation({
    mutationFn: renew,
    onSuccess: onRenewed,
    onError: error => {
      if (needsProof(error)) setProving(true)
    },
  })
  const isTyped = Object.keys(change.variables ?? {}).length > 0
  const failure = change.error && (!needsProof(change.error) || isTyped) ? change.error : undefined
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
  if (isProving)
    return (
      <ProofForm
        request={passkeys.request}
        hasPasskeys={hasPasskeys() && Boolean(own?.length)}
        busy={change.isPending}
        error={failure}
        onProof={proof => change.mutate(proof)}
        onCancel={onClose}
      />
    )
  return (
    <div className="form">
      <p>{t('signInFactor.app.renewText')}</p>
      {failure && <Alert tone="danger" title={text(failure)} />}
      <div className="button-row">
        <Button onClick={onClose}>{t('words.cancel')}</Button>
        <Button tone="primary" busy={change.isPending} onClick={() => change.mutate({})} data-autofocus>
          {t('signInFactor.app.renewConfirm')}
        </Button>
      </div>
    </div>
  )
}
