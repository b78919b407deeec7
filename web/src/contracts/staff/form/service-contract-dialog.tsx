import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookText, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { crossedFields } from '../../../staff/parts/records/crossed-fields.ts'
import { type ChosenCustomer, CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { useCrossedText } from '../../../staff/parts/records/use-crossed-text.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { dayOf } from '../../../text/format.ts'
import type { Locale } from '../../../text/languages.ts'
import { localized } from '../../../text/localized.tsx'
import { findAssets, findContacts } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { AsyncCombobox } from '../../../ui/select/async-combobox.tsx'
import { changeContract, contract as contractQuery, makeContract } from '../data.ts'
import type { ContractDialogProps } from './contract-dialog-props.ts'
import { TagsField } from './tags-field.tsx'

type Texts = { name: string; start: string; end: string }
type Asset = { value: number; text: string }
type Values = Texts & { customer: ChosenCustomer | null; tagIds: number[]; assets: Asset[] }
type Faults = Partial<Record<keyof Values, string>>

const textsOf = (contract: StaffContract | undefined, locale: Locale): Texts => {
  if (!contract) return { name: '', start: '', end: '' }
  const manner = { locale, timeZone: contract.timeZone }
  const { name, startsOn, endsOn } = contract
  return {
    name,
    start: dayOf(new Date(startsOn), manner),
    end: endsOn === null ? '' : dayOf(new Date(endsOn), manner),
  }
}

const assetsOf = (contract: StaffContract | undefined): Asset[] =>
  contract?.assets.map(({ id, name, folderName }) => ({ value: id, text: `${folderName} – ${name}` })) ?? []

type AssetsFieldProps = { contactId: number; value: Asset[]; onChange: (assets: Asset[]) => void }

/** The assets that a contract covers, found one after the other. */
const AssetsField = ({ contactId, value, onChange }: AssetsFieldProps) => {
  const { t } = useTranslation()
  return (
    <Field as="group" label={t('staffContracts.assets.name')} mark={t('staffRecords.optional')}>
      <AsyncCombobox<number>
        label={t('staffContracts.assets.add')}
        openOn="click"
        icon={<BookText className="icon" aria-hidden="true" />}
        value={null}
        nullable={false}
        onChange={option =>
          option &&
          !value.some(one => one.value === option.value) &&
          onChange([...value, { value: option.value, text: option.text }])
        }
        load={async (term, signal) => {
          const found = await findAssets(contactId, term, signal)
          const items = found.map(({ id, name, folderName }) => ({ value: id, text: `${folderName} – ${name}` }))
          return { items, total: items.length }
        }}
        labels={{
          placeholder: t('staffContracts.assets.add'),
          search: t('staffContracts.assets.search'),
          clearSearch: t('pickers.clearSearch'),
          clear: t('words.cancel'),
          loading: t('staffContracts.assets.loading'),
          empty: t('words.noItems'),
          failed: t('words.couldNotLoad'),
          retry: t('words.retry'),
          count: found => t('staffContracts.assets.count', { count: found.length }),
        }}
      />
      <ul className="tags">
        {value.map(asset => (
          <li key={asset.value} className="tag">
            {asset.text}
            <button
              type="button"
              className="tag-remove"
              aria-label={t('staffContracts.assets.remove', { name: asset.text })}
              onClick={() => onChange(value.filter(one => one.value !== asset.value))}
            >
              <X className="icon icon--sm" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Field>
  )
}

/** Makes a service contract, or changes one. */
export const ServiceContractDialog = ({ contract, customer, onClose }: ContractDialogProps) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const crossedText = useCrossedText()
  const { locale } = useStaffFormat()
  const client = useQueryClient()
  const navigate = useNavigate()
  const attemptOf = useOnce()
  const making = useMutation(makeContract(client))
  const changing = useMutation(changeContract(client, contract?.id ?? 0))
  const [start] = useState(() => ({ ...textsOf(contract, locale), assets: assetsOf(contract) }))
  const known = useRef(contract)
  const [crossed, setCrossed] = useState<string>()

  const refuse = (error: unknown) => {
    const { fields } = failureOf(error)
    const isAt = (name: string) => fields.includes(`body.${name}`)
    form.refuse({
      ...(isAt('name') && { name: t('staffContracts.fault.name') }),
      ...(isAt('activeFrom') && { start: t('staffContracts.fault.day') }),
      ...(isAt('activeTo') && { end: t('staffContracts.fault.end') }),
      ...(isAt('contactId') && { customer: t('staffRecords.customer.missing') }),
    })
  }
  const change = async (typed: Values): Promise<void> => {
    const assetIds = typed.assets.map(({ value }) => value)
    const tagIds = contract?.tags.map(({ id }) => id) ?? []
    const body = {
      ...(typed.name.trim() !== start.name && { name: typed.name.trim() }),
      ...(typed.start !== start.start && { activeFrom: typed.start }),
      ...(typed.end !== start.end && { activeTo: typed.end || null }),
      ...(typed.tagIds.join() !== tagIds.join() && { tagIds: typed.tagIds }),
      ...(assetIds.join() !== start.assets.map(({ value }) => value).join() && { assetIds }),
    }
    setCrossed(undefined)
    try {
      await changing.mutateAsync({ kind: 'service', version: known.current?.version ?? '', body })
    } catch (error) {
      const { code, fields } = failureOf(error)
      if (!contract || code !== 'conflict' || fields.length > 0) return refuse(error)
      const before = textsOf(known.current, locale)
      known.current = await client.fetchQuery({ ...contractQuery(contract), staleTime: 0 })
      const theirs = crossedFields(before, textsOf(known.current, locale))
      return setCrossed(crossedText(theirs, name => t(`staffContracts.form.${name}`)))
    }
    toast({ title: localized(t => t('staffRecords.saved')) })
    onClose()
  }
  const form = useForm<Values, Faults>({
    initial: {
      ...start,
      customer: customer ? { value: customer.id, text: customer.companyName, portalId: customer.portal.id } : null,
      tagIds: contract?.tags.map(({ id }) => id) ?? [],
    },
    validate: typed => ({
      ...(!contract && !typed.customer && { customer: t('staffRecords.customer.missing') }),
      ...(!typed.name.trim() && { name: t('staffContracts.fault.name') }),
      ...(!typed.start && { start: t('staffContracts.fault.day') }),
      ...(typed.end && typed.end < typed.start && { end: t('staffContracts.fault.end') }),
    }),
    onSubmit: typed => {
      if (contract) return void change(typed)
      const body = {
        contactId: typed.customer?.value ?? 0,
        name: typed.name.trim(),
        activeFrom: typed.start,
        activeTo: typed.end || null,
        tagIds: typed.tagIds,
        assetIds: typed.assets.map(({ value }) => value),
      }
      making.mutate(
        { kind: 'service', body, key: attemptOf(body).key },
        {
          onError: refuse,
          onSuccess: ({ kind, id, name }) => {
            toast({ title: localized(t => t('staffContracts.madeService', { name })) })
            onClose()
            void navigate({ to: '/contracts/$kind/$contractid', params: { kind, contractid: id } })
          },
        },
      )
    },
  })
  const { faults, values } = form
  const error = making.error ?? changing.error
  const contactId = contract?.customer.id ?? values.customer?.value
  const portalId = contract?.portal.id ?? values.customer?.portalId
  return (
    <Dialog
      open
      onClose={onClose}
      className="dialog dialog--record"
      title={contract ? t('staffContracts.form.change') : t('staffContracts.form.newService')}
    >
      <form className="form" {...form.props}>
        {error && !form.hasFaults && !crossed && <Alert tone="danger">{text(error)}</Alert>}
        {crossed && <Alert tone="warning">{crossed}</Alert>}
        {!contract && !customer && (
          <Field as="group" label={t('staffRecords.customer.name')} error={faults.customer}>
            <CustomerField
              find={findContacts}
              value={values.customer}
              onChange={chosen => {
                form.set('customer', chosen)
                form.set('tagIds', [])
                form.set('assets', [])
              }}
            />
          </Field>
        )}
        <Field label={t('staffContracts.form.name')} hint={t('staffContracts.form.nameHint')} error={faults.name}>
          <TextInput {...form.text('name')} autoComplete="off" maxLength={200} data-autofocus="" />
        </Field>
        <div className="form-pair">
          <Field label={t('staffContracts.form.start')} error={faults.start}>
            <TextInput {...form.text('start')} type="date" />
          </Field>
          <Field
            label={t('staffContracts.form.end')}
            mark={t('staffRecords.optional')}
            hint={t('staffContracts.form.noEndHint')}
            error={faults.end}
          >
            <TextInput {...form.text('end')} type="date" />
          </Field>
        </div>
        {contactId !== undefined && (
          <AssetsField contactId={contactId} value={values.assets} onChange={assets => form.set('assets', assets)} />
        )}
        {portalId !== undefined && (
          <TagsField portalId={portalId} value={values.tagIds} onChange={ids => form.set('tagIds', ids)} />
        )}
        <div className="button-row">
          <Button tone="ghost" onClick={onClose}>
            {t('words.cancel')}
          </Button>
          <Button type="submit" tone="primary" busy={making.isPending || changing.isPending}>
            {contract ? t('staffRecords.save') : t('staffContracts.form.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
