import { type IdentityCheck, identityChecks, type StaffPerson } from '@portico/contract/staff/customers/customers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { type LostFactors, removeFactor } from '../data.ts'

type RemoveFactorDialogProps = { contactid: number; person: StaffPerson; onClose: () => void }

/** Removes codes and passkeys that a person has lost, all or the chosen, after the staff have said how they made sure who asks. */
export const RemoveFactorDialog = ({ contactid, person, onClose }: RemoveFactorDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const [check, setCheck] = useState<IdentityCheck>()
  const [isMissing, setMissing] = useState(false)
  const { referentName: name, hasSecondFactor, passkeys } = person
  const { numericDay } = useStaffFormat()
  const [lost, setLost] = useState<LostFactors>({ codes: hasSecondFactor, passkeyIds: passkeys.map(({ id }) => id) })
  const isNothing = !lost.codes && lost.passkeyIds.length === 0
  const switchPasskey = (id: number) =>
    setLost(({ codes, passkeyIds }) => ({
      codes,
      passkeyIds: passkeyIds.includes(id) ? passkeyIds.filter(one => one !== id) : [...passkeyIds, id],
    }))
  const remove = useMutation(removeFactor(useQueryClient(), contactid))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(true)
    if (!check || isNothing || remove.isPending) return
    remove.mutate(
      { personid: person.id, check, factors: lost },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffCustomers.person.factorRemoved', { name })) })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog open onClose={onClose} title={t('staffCustomers.person.askFactor.title', { name })} role="alertdialog">
      <form className="form" onSubmit={submit} noValidate>
        <p>{t('staffCustomers.person.askFactor.text', { name })}</p>
        {remove.error && <Alert tone="danger">{text(remove.error)}</Alert>}
        <Field
          as="group"
          label={t('staffCustomers.person.askFactor.what')}
          error={isMissing && isNothing && t('staffCustomers.person.askFactor.nothing')}
        >
          {hasSecondFactor && (
            <Checkbox checked={lost.codes} onChange={() => setLost({ ...lost, codes: !lost.codes })}>
              {t('staffCustomers.person.askFactor.codes')}
            </Checkbox>
          )}
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <Checkbox key={id} checked={lost.passkeyIds.includes(id)} onChange={() => switchPasskey(id)}>
              {lastUsedAt
                ? t('staffCustomers.person.askFactor.passkeyUsed', { name, day: numericDay(lastUsedAt) })
                : t('staffCustomers.person.askFactor.passkey', { name, day: numericDay(createdAt) })}
            </Checkbox>
          ))}
        </Field>
        <Field
          as="group"
          label={t('staffCustomers.person.askFactor.how')}
          error={isMissing && !check && t('staffCustomers.person.askFactor.missing')}
        >
          {identityChecks.map(one => (
            <label className="check" key={one}>
              <input type="radio" name="identityCheck" checked={check === one} onChange={() => setCheck(one)} />
              <span>{t(`staffCustomers.person.askFactor.${one}`)}</span>
            </label>
          ))}
        </Field>
        <div className="button-row">
          <DismissButton data-autofocus="">{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="danger-solid" busy={remove.isPending}>
            {t('staffCustomers.person.askFactor.confirm')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
