import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { BookText, X } from 'lucide-react'
import { useState } from 'react'
import { type ChosenCustomer, CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { dayOf } from '../../../text/format.ts'
import type { Locale } from '../../../text/languages.ts'
import { useText } from '../../../text/use-text.ts'
import { findAssets, findContacts } from '../../../tickets/staff/data.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { AsyncCombobox } from '../../../ui/select/async-combobox.tsx'
import type { ContractDialogProps } from './contract-dialog-props.ts'
import { ContractForm } from './contract-form.tsx'
import { TagsField } from './tags-field.tsx'
import { useContractWriting } from './use-contract-writing.ts'

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
  const { t } = useText()
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
  const { t } = useText()
  const { locale } = useStaffFormat()
  const [start] = useState(() => ({ ...textsOf(contract, locale), assets: assetsOf(contract) }))

  const writing = useContractWriting<Texts>({
    contract,
    textsOf: one => textsOf(one, locale),
    labelOf: name => t(`staffContracts.form.${name}`),
    onRefused: isAt =>
      form.refuse({
        ...(isAt('name') && { name: t('staffContracts.fault.name') }),
        ...(isAt('activeFrom') && { start: t('staffContracts.fault.day') }),
        ...(isAt('activeTo') && { end: t('staffContracts.fault.end') }),
        ...(isAt('contactId') && { customer: t('staffRecords.customer.missing') }),
      }),
    onClose,
  })
  const change = (typed: Values) => {
    const assetIds = typed.assets.map(({ value }) => value)
    const tagIds = contract?.tags.map(({ id }) => id) ?? []
    const body = {
      ...(typed.name.trim() !== start.name && { name: typed.name.trim() }),
      ...(typed.start !== start.start && { activeFrom: typed.start }),
      ...(typed.end !== start.end && { activeTo: typed.end || null }),
      ...(typed.tagIds.join() !== tagIds.join() && { tagIds: typed.tagIds }),
      ...(assetIds.join() !== start.assets.map(({ value }) => value).join() && { assetIds }),
    }
    writing.change({ kind: 'service', body })
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
      if (contract) return change(typed)
      const body = {
        contactId: typed.customer?.value ?? 0,
        name: typed.name.trim(),
        activeFrom: typed.start,
        activeTo: typed.end || null,
        tagIds: typed.tagIds,
        assetIds: typed.assets.map(({ value }) => value),
      }
      writing.make({ kind: 'service', body })
    },
  })
  const { values } = form
  const contactId = contract?.customer.id ?? values.customer?.value
  const portalId = contract?.portal.id ?? values.customer?.portalId
  return (
    <ContractForm
      title={contract ? t('staffContracts.form.change') : t('staffContracts.form.newService')}
      isNew={!contract}
      writing={writing}
      form={form}
      isEndless
      customerField={
        !contract &&
        !customer && (
          <CustomerField
            find={findContacts}
            value={values.customer}
            onChange={chosen => {
              form.set('customer', chosen)
              form.set('tagIds', [])
              form.set('assets', [])
            }}
          />
        )
      }
      onClose={onClose}
    >
      {contactId !== undefined && (
        <AssetsField contactId={contactId} value={values.assets} onChange={assets => form.set('assets', assets)} />
      )}
      {portalId !== undefined && (
        <TagsField portalId={portalId} value={values.tagIds} onChange={ids => form.set('tagIds', ids)} />
      )}
    </ContractForm>
  )
}
