import type { StaffContract, StaffPackage } from '@portico/contract/staff/records/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { contract as contractQuery, keepPackage } from '../data.ts'
import { AllowanceFields } from './allowance-fields.tsx'
import { allowanceBody, amountIn, amountText, type Unit } from './amounts.ts'

type Values = { name: string; unit: Unit; amount: string; used: string }
type Faults = Partial<Record<keyof Values, string>>
type PackageDialogProps = { contract: StaffContract; known?: StaffPackage | undefined; onClose: () => void }

/** Adds a package to a service contract, or changes one. */
export const PackageDialog = ({ contract, known, onClose }: PackageDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const { locale } = useStaffFormat()
  const client = useQueryClient()
  const attemptOf = useOnce()
  const [current, setCurrent] = useState(known)
  const [isCrossed, setCrossed] = useState(false)
  const keeping = useMutation(keepPackage(client, contract.id))
  const onError = async (error: unknown) => {
    const { code, fields } = failureOf(error)
    if (code === 'conflict' && fields.length === 0) {
      const fresh = await client.fetchQuery({ ...contractQuery(contract), staleTime: 0 })
      setCurrent(fresh.packageList.find(({ id }) => id === known?.id))
      return setCrossed(true)
    }
    const isAt = (...names: string[]) => names.some(name => fields.includes(`body.${name}`))
    form.refuse({
      ...(isAt('name') && { name: t('staffContracts.fault.name') }),
      ...(isAt('hoursAmount', 'unitAmount') && { amount: t('staffContracts.fault.amount') }),
      ...(isAt('openingUsed') && { used: t('staffContracts.fault.amount') }),
    })
  }
  const inHours = known?.inHours ?? true
  const form = useForm<Values, Faults>({
    initial: {
      name: known?.name ?? '',
      unit: inHours ? 'hours' : 'units',
      amount: amountText(inHours, known?.amount ?? 0, locale),
      used: amountText(inHours, known?.openingUsed ?? 0, locale),
    },
    validate: ({ name, unit, amount, used }) => ({
      ...(!name.trim() && { name: t('staffContracts.fault.name') }),
      ...(amountIn(unit, amount) === undefined && { amount: t(`staffContracts.fault.${unit}`) }),
      ...(used.trim() && amountIn(unit, used) === undefined && { used: t(`staffContracts.fault.${unit}`) }),
    }),
    onSubmit: ({ name, unit, amount, used }) => {
      setCrossed(false)
      const body = { name: name.trim(), ...allowanceBody(unit, amount, used) }
      keeping.mutate(
        { ...(current && { known: current }), body, key: attemptOf(body).key },
        {
          onError: error => void onError(error),
          onSuccess: () => {
            toast({ title: localized(t => t('staffRecords.saved')) })
            onClose()
          },
        },
      )
    },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--record"
      title={known ? t('staffContracts.packages.change') : t('staffContracts.packages.add')}
    >
      <form className="form" {...form.props}>
        {isCrossed && <Alert tone="warning">{t('staffRecords.crossedSome')}</Alert>}
        {keeping.error && !form.hasFaults && !isCrossed && <Alert tone="danger">{text(keeping.error)}</Alert>}
        <Field label={t('staffContracts.packages.name')} error={form.faults.name}>
          <TextInput {...form.text('name')} autoComplete="off" maxLength={200} data-autofocus="" />
        </Field>
        <AllowanceFields
          unit={form.values.unit}
          onUnit={unit => form.set('unit', unit)}
          amount={form.text('amount')}
          used={form.text('used')}
          faults={form.faults}
          isFixed={(known?.activities ?? 0) > 0}
        />
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={keeping.isPending}>
            {t('staffRecords.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
