import type { ProofKind } from '@portico/contract/errors'
import type { StaffProof } from '@portico/contract/sign-in/passkeys'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { proofsFor } from '../passkeys/needs-proof.ts'
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
  const [proofs, setProofs] = useState<readonly ProofKind[]>()
  const needed = proofsFor(change.error)
  if (needed && needed.join() !== proofs?.join()) setProofs(needed)
  const isTyped = Object.keys(change.variables ?? {}).length > 0
  const failure = change.error && (!needed || isTyped) ? change.error : undefined
  if (proofs)
    return (
      <ProofForm
        request={passkeys.request}
        proofs={proofs}
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
