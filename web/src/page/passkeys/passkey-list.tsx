import type { ProofKind } from '@portico/contract/errors'
import type { Passkey, PasskeyRequest, StaffProof } from '@portico/contract/sign-in/passkeys'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { ApiError } from '../../api/api.ts'
import { useFailureText } from '../../api/failures.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { hasPasskeys } from './device.ts'
import { passkeyFault } from './fault-text.ts'
import { proofsFor } from './needs-proof.ts'
import { ProofForm } from './proof-form.tsx'
import './passkeys.css'

/** The calls of one's own passkeys, which customers and staff have each. */
export type OwnPasskeys = {
  queryKey: readonly string[]
  read: (signal?: AbortSignal) => Promise<Passkey[]>
  /** Makes a passkey on the device and adds it. */
  add: (proof: StaffProof) => Promise<unknown>
  rename: (passkeyid: number, name: string) => Promise<unknown>
  remove: (passkeyid: number, proof: StaffProof) => Promise<unknown>
  /** The options of a sign-in, which proves who is there. */
  request: () => Promise<PasskeyRequest>
}

const isTyped = (proof: StaffProof) => Object.keys(proof).length > 0

type Change = { kind: 'add' } | { kind: 'remove'; passkey: Passkey }

type PasskeyListProps = { calls: OwnPasskeys; className?: string; formatDay: (instant: string) => string }

/** One's own passkeys, with names and last use: to add, to name and to remove. */
export const PasskeyList = ({ calls, className, formatDay }: PasskeyListProps) => {
  const { t } = useText()
  const text = useFailureText()
  const title = useId()
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: calls.queryKey,
    queryFn: ({ signal }) => calls.read(signal),
  })
  const [removing, setRemoving] = useState<Passkey>()
  const [naming, setNaming] = useState<Passkey>()
  const [proving, setProving] = useState<{ change: Change; proofs: readonly ProofKind[] }>()
  const renew = () => client.invalidateQueries({ queryKey: calls.queryKey })
  const change = useMutation({
    mutationFn: ({ change, proof }: { change: Change; proof: StaffProof }) =>
      change.kind === 'add' ? calls.add(proof) : calls.remove(change.passkey.id, proof),
    onSuccess: (_, { change: { kind } }) => {
      setProving(undefined)
      setRemoving(undefined)
      toast({ title: localized(t => t(kind === 'add' ? 'ownPasskeys.addedDone' : 'ownPasskeys.removedDone')) })
      return renew()
    },
    onError: (failure, { change, proof }) => {
      setRemoving(undefined)
      // What was typed is too little: the dialog stays, and says so.
      const proofs = proofsFor(failure)
      if (proofs) return setProving({ change, proofs })
      const isProof = isTyped(proof) && failure instanceof ApiError && failure.status === 422
      if (isProof) return
      setProving(undefined)
      const fault = passkeyFault(failure, change.kind === 'add')
      toast({ title: localized(t => fault(t) ?? ''), tone: 'danger' })
    },
  })
  const start = (kind: Change) => {
    change.reset()
    change.mutate({ change: kind, proof: {} })
  }
  const isAdding = change.isPending && change.variables.change.kind === 'add' && !proving
  const details = ({ createdAt, lastUsedAt, backedUp, rpId }: Passkey) =>
    [
      t('ownPasskeys.added', { day: formatDay(createdAt) }),
      backedUp && t('ownPasskeys.synced'),
      lastUsedAt ? t('ownPasskeys.used', { day: formatDay(lastUsedAt) }) : t('ownPasskeys.neverUsed'),
      rpId !== location.hostname && t('ownPasskeys.elsewhere', { host: rpId }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <section className={className} aria-labelledby={title}>
      <h2 id={title}>{t('ownPasskeys.title')}</h2>
      <p className="page-sub">{t('ownPasskeys.text')}</p>
      {error && !data ? (
        <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={refetch} busy={isFetching}>
          {text(error)}
        </RetryPanel>
      ) : (
        data && (
          <ul className="passkeys">
            {data.map(passkey => (
              <li key={passkey.id}>
                <KeyRound className="icon" aria-hidden="true" />
                <span>
                  <b>{passkey.name}</b>
                  <small>{details(passkey)}</small>
                </span>
                <div className="button-row">
                  <Button
                    size="sm"
                    aria-label={t('ownPasskeys.renameNamed', { name: passkey.name })}
                    onClick={() => setNaming(passkey)}
                  >
                    {t('ownPasskeys.rename')}
                  </Button>
                  <Button
                    size="sm"
                    aria-label={t('ownPasskeys.removeNamed', { name: passkey.name })}
                    onClick={() => setRemoving(passkey)}
                  >
                    {t('ownPasskeys.remove')}
                  </Button>
                </div>
              </li>
            ))}
            <li>
              <Plus className="icon" aria-hidden="true" />
              <span>
                <b>{t('ownPasskeys.addTitle')}</b>
                <small>{t(hasPasskeys() ? 'ownPasskeys.addText' : 'ownPasskeys.unsupported')}</small>
              </span>
              {hasPasskeys() && (
                <Button
                  size="sm"
                  aria-label={t('ownPasskeys.addTitle')}
                  busy={isAdding}
                  onClick={() => start({ kind: 'add' })}
                >
                  {t('ownPasskeys.add')}
                </Button>
              )}
            </li>
          </ul>
        )
      )}
      <ConfirmDialog
        open={removing !== undefined}
        title={t('ownPasskeys.removeTitle')}
        confirm={t('ownPasskeys.remove')}
        cancel={t('words.cancel')}
        danger
        busy={change.isPending}
        onConfirm={() => removing && start({ kind: 'remove', passkey: removing })}
        onCancel={() => setRemoving(undefined)}
      >
        {removing && t('ownPasskeys.removeText', { name: removing.name })}
      </ConfirmDialog>
      <Dialog open={proving !== undefined} onClose={() => setProving(undefined)} title={t('ownPasskeys.proofTitle')}>
        {proving && (
          <ProofForm
            request={calls.request}
            proofs={proving.proofs}
            busy={change.isPending}
            error={
              change.error && (!proofsFor(change.error) || isTyped(change.variables.proof)) ? change.error : undefined
            }
            onProof={proof => change.mutate({ change: proving.change, proof })}
            onCancel={() => setProving(undefined)}
          />
        )}
      </Dialog>
      <Dialog open={naming !== undefined} onClose={() => setNaming(undefined)} title={t('ownPasskeys.renameTitle')}>
        {naming && (
          <NameForm
            passkey={naming}
            rename={calls.rename}
            onDone={() => {
              setNaming(undefined)
              toast({ title: localized(t => t('ownPasskeys.renamedDone')) })
              void renew()
            }}
            onCancel={() => setNaming(undefined)}
          />
        )}
      </Dialog>
    </section>
  )
}

type NameFormProps = {
  passkey: Passkey
  rename: OwnPasskeys['rename']
  onDone: () => void
  onCancel: () => void
}

const NameForm = ({ passkey, rename, onDone, onCancel }: NameFormProps) => {
  const { t } = useText()
  const text = useFailureText()
  const saving = useMutation({ mutationFn: (name: string) => rename(passkey.id, name), onSuccess: onDone })
  const form = useForm({
    initial: { name: passkey.name },
    validate: ({ name }) => ({ name: !name.trim() }),
    onSubmit: ({ name }) => {
      if (!saving.isPending) saving.mutate(name.trim())
    },
  })
  return (
    <form className="form" {...form.props}>
      <Field
        label={t('ownPasskeys.name')}
        error={form.faults.name ? t('errors.fill_required_fields') : saving.error && text(saving.error)}
      >
        <TextInput {...form.text('name')} maxLength={100} data-autofocus />
      </Field>
      <div className="button-row">
        <Button onClick={onCancel}>{t('words.cancel')}</Button>
        <Button type="submit" tone="primary" busy={saving.isPending}>
          {t('ownPasskeys.save')}
        </Button>
      </div>
    </form>
  )
}
