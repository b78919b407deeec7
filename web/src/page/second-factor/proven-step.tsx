import type { StaffProof } from '@portico/contract/sign-in/passkeys'
import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { hasPasskeys } from '../passkeys/device.ts'
import { needsProof } from '../passkeys/needs-proof.ts'
import type { OwnPasskeys } from '../passkeys/passkey-list.tsx'
import { ProofForm } from '../passkeys/proof-form.tsx'

type ProvenStepProps = {
  change: UseMutationResult<unknown, unknown, StaffProof>
  passkeys: OwnPasskeys
  /** What the change does. */
  children: ReactNode
  confirm: string
  danger?: boolean
  cancel: string
  onCancel: () => void
}

/** A change of how one signs in: what it does and a button, then a proof from who signed in a while ago. */
export const ProvenStep = ({ change, passkeys, children, confirm, danger, cancel, onCancel }: ProvenStepProps) => {
  const text = useFailureText()
  const [isProving, setProving] = useState(false)
  const { queryKey, read } = passkeys
  const { data: own } = useQuery({ queryKey, queryFn: ({ signal }) => read(signal), enabled: isProving })
  if (needsProof(change.error) && !isProving) setProving(true)
  const isTyped = Object.keys(change.variables ?? {}).length > 0
  const failure = change.error && (!needsProof(change.error) || isTyped) ? change.error : undefined
  if (isProving)
    return (
      <ProofForm
        request={passkeys.request}
        hasPasskeys={hasPasskeys() && Boolean(own?.length)}
        busy={change.isPending}
        error={failure}
        onProof={proof => change.mutate(proof)}
        onCancel={onCancel}
      />
    )
  return (
    <div className="form">
      {children}
      {failure !== undefined && <Alert tone="danger" title={text(failure)} />}
      <div className="button-row">
        <Button onClick={onCancel}>{cancel}</Button>
        <Button
          tone={danger ? 'danger' : 'primary'}
          busy={change.isPending}
          onClick={() => change.mutate({})}
          data-autofocus
        >
          {confirm}
        </Button>
      </div>
    </div>
  )
}
