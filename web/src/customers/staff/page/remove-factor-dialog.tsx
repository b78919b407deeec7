import { type IdentityCheck, identityChecks, type StaffPerson } from '@portico/contract/staff/customers/customers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { removeFactor } from '../data.ts'

type RemoveFactorDialogProps = { contactid: number; person: StaffPerson; onClose: () => void }

/** Removes the second factor of a person, after the staff have said how they made sure who asks. */
export const RemoveFactorDialog = ({ contactid, person, onClose }: RemoveFactorDialogProps) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const [check, setCheck] = useState<IdentityCheck>()
  const [isMissing, setMissing] = useState(false)
  const name = person.referentName
  const remove = useMutation(removeFactor(useQueryClient(), contactid))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!check)
    if (!check || remove.isPending) return
    remove.mutate(
      { personid: person.id, check },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffCustomers.person.factorRemoved', { name })) })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog open onClose={onClose} title={t('staffCustomers.person.askFactor.title', { name })} role="alertdialog">
      <form className="form" onSubmit={submit} noValidate>
        <p>{t('staffCustomers.person.askFactor.text', { name })}</p>
        {remove.error && <Alert tone="danger">{text(remove.error)}</Alert>}
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
          <Button tone="ghost" onClick={onClose} data-autofocus="">
            {t('words.cancel')}
          </Button>
          <Button type="submit" tone="danger-solid" busy={remove.isPending}>
            {t('staffCustomers.person.askFactor.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
