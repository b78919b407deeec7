import type { PublishItem, PublishItemChange, PublishKind } from '@portico/contract/staff/publishing'
import { publishKinds, signDaysMax, signersMax } from '@portico/contract/staff/publishing'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureCode } from '../../api/api.ts'
import { useFailureText } from '../../api/failures.ts'
import { DismissButton, FormDialog } from '../../staff/parts/form-dialog.tsx'
import { useMe } from '../../staff/session/use-me.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { Select } from '../../ui/select/select.tsx'
import { readAmount, writeAmount } from './amount.ts'
import { CustomerField } from './customer-field.tsx'
import { changeItem, publishList, publishPreview } from './data.ts'
import { nameOfRow } from './row-words.ts'

type Values = {
  kind: PublishKind | null
  customer: { id: number; companyName: string } | null
  portalId: number | null
  number: string
  date: string
  total: string
  title: string
  ticketId: number | null
  signerIds: number[]
  signDays: string
}

const valuesOf = (item: PublishItem): Values => ({
  kind: item.kind,
  customer: item.customer,
  portalId: item.portal?.id ?? null,
  number: item.number ?? '',
  date: item.date ?? '',
  total: item.total === null ? '' : writeAmount(item.total),
  title: item.title ?? '',
  ticketId: item.ticket?.id ?? null,
  signerIds: item.signers.map(({ webUserId }) => webUserId),
  signDays: String(item.signDays),
})

const shows = {
  number: ['invoice', 'creditNote', 'estimate'],
  total: ['invoice', 'creditNote', 'estimate'],
  date: ['invoice', 'creditNote', 'estimate', 'report', 'document'],
  title: ['estimate', 'report', 'document', 'documentToSign'],
} as const satisfies Record<string, readonly PublishKind[]>

const has = (field: keyof typeof shows, kind: PublishKind | null) =>
  kind !== null && (shows[field] as readonly PublishKind[]).includes(kind)

/** What somebody has entered: all fields of the kind, so that none of them is a guess any more. */
const changeOf = (values: Values, { electronic }: PublishItem): PublishItemChange => {
  const { kind, customer, portalId, number, date, total, title, ticketId, signerIds, signDays } = values
  const amount = readAmount(total)
  return {
    ...(kind === 'publicFile' ? { portalId } : { customerId: customer?.id ?? null }),
    ...(!electronic && {
      ...(kind && { kind }),
      ...(has('number', kind) && { number }),
      ...(has('date', kind) && date && { date }),
      ...(has('total', kind) && amount !== undefined && { total: amount }),
    }),
    ...(has('title', kind) && { title }),
    ...(kind === 'report' && customer && { ticketId }),
    ...(kind === 'documentToSign' && customer && { signerIds, signDays: Number(signDays) }),
  }
}

type PeopleProps = { item: PublishItem; chosen: number[]; onChange: (ids: number[]) => void }

/** The people of the customer who can be asked to sign. */
const Signers = ({ item, chosen, onChange }: PeopleProps) => {
  const { t } = useText()
  const { data } = useQuery(publishPreview(item))
  if (!item.customer) return <p className="field-hint">{t('staffPublish.edit.customerFirst')}</p>
  if (data?.people.length === 0) return <p className="field-hint">{t('staffPublish.edit.noPeople')}</p>
  return (
    <div className="publish-signers">
      {data?.people.map(({ webUserId, name, email, phone }) => (
        <Checkbox
          key={webUserId}
          checked={chosen.includes(webUserId)}
          disabled={!chosen.includes(webUserId) && chosen.length >= signersMax}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, webUserId] : chosen.filter(id => id !== webUserId))
          }
        >
          {name}{' '}
          <small className="quiet">
            {[email ?? t('staffPublish.edit.noEmail'), phone ?? t('staffPublish.edit.noPhone')].join(', ')}
          </small>
        </Checkbox>
      ))}
    </div>
  )
}

const EditForm = ({ item, onClose }: { item: PublishItem; onClose: () => void }) => {
  const { t } = useText()
  const { portals } = useMe()
  const client = useQueryClient()
  const failureText = useFailureText()
  const save = useMutation({ ...changeItem(client) })
  // What the form began with, or what it has met: the list behind may be renewed meanwhile.
  const known = useRef(item.version)
  const [isCrossed, setCrossed] = useState(false)
  const form = useForm({
    initial: valuesOf(item),
    validate: ({ kind, total, signDays }) => ({
      total: has('total', kind) && !item.electronic && total.trim() !== '' && readAmount(total) === undefined,
      signDays: kind === 'documentToSign' && !(Number(signDays) >= 1 && Number(signDays) <= signDaysMax),
    }),
    onSubmit: values => {
      setCrossed(false)
      save.mutate(
        { id: item.id, change: changeOf(values, item), version: known.current },
        {
          onSuccess: onClose,
          onError: async error => {
            if (failureCode(error) !== 'conflict') return
            const { items } = await client.fetchQuery({ ...publishList, staleTime: 0 })
            const now = items.find(({ id }) => id === item.id)
            if (now?.state !== 'open') return
            known.current = now.version
            setCrossed(true)
          },
        },
      )
    },
  })
  const { values, faults } = form
  const { kind, customer } = values
  // People and tickets are those of the customer that is stored: another choice is stored at once.
  const stored = useQuery({ ...publishPreview(item), enabled: item.customer !== null })
  const chooseCustomer = (chosen: { id: number; companyName: string }) => {
    form.set('customer', chosen)
    form.set('signerIds', [])
    form.set('ticketId', null)
    save.mutate(
      { id: item.id, change: { customerId: chosen.id } },
      {
        onSuccess: row => {
          known.current = row.version
        },
      },
    )
  }
  return (
    <form className="form" {...form.props}>
      {save.isError && isCrossed && <Alert tone="warning">{t('staffPublish.edit.crossed')}</Alert>}
      {save.isError && !isCrossed && (
        <Alert tone="danger" title={t('staffPublish.edit.failed')}>
          {failureText(save.error)}
        </Alert>
      )}
      {item.electronic ? (
        <p className="field-hint">{t('staffPublish.edit.locked')}</p>
      ) : (
        <Field label={t('staffPublish.edit.kind')}>
          <Select
            label={t('staffPublish.edit.kind')}
            openOn="click"
            options={publishKinds.map(one => ({ value: one, text: t(`staffPublish.kind.${one}`) }))}
            {...form.control('kind')}
          />
        </Field>
      )}
      {kind === 'publicFile' ? (
        portals.length > 1 && (
          <Field label={t('staffPublish.edit.portal')}>
            <Select
              label={t('staffPublish.edit.portal')}
              options={portals.map(({ id, webPortalName }) => ({ value: id, text: webPortalName }))}
              {...form.control('portalId')}
            />
          </Field>
        )
      ) : (
        <Field label={t('staffPublish.edit.customer')}>
          <CustomerField
            label={t('staffPublish.edit.customer')}
            customer={customer}
            choices={item.choices}
            onChange={chooseCustomer}
          />
        </Field>
      )}
      {!item.electronic && has('number', kind) && (
        <div className="field-row">
          <Field label={t('staffPublish.edit.number')}>
            <TextInput {...form.text('number')} maxLength={100} autoComplete="off" />
          </Field>
          <Field label={t('staffPublish.edit.total')} error={faults.total && t('staffPublish.edit.totalWrong')}>
            <TextInput {...form.text('total')} inputMode="decimal" autoComplete="off" />
          </Field>
        </div>
      )}
      {has('title', kind) && (
        <Field label={t('staffPublish.edit.name')} hint={t('staffPublish.edit.nameHint')}>
          <TextInput {...form.text('title')} maxLength={200} autoComplete="off" />
        </Field>
      )}
      {!item.electronic && has('date', kind) && (
        <Field label={t('staffPublish.edit.date')}>
          <TextInput {...form.text('date')} type="date" />
        </Field>
      )}
      {kind === 'report' && customer && (
        <Field label={t('staffPublish.edit.ticket')}>
          <Select
            label={t('staffPublish.edit.ticket')}
            placeholder={t('staffPublish.edit.noTicket')}
            nullable
            clearLabel={t('staffPublish.edit.noTicket')}
            options={(stored.data?.tickets ?? []).map(({ id, ticketNumber, title }) => ({
              value: id,
              text: `#${ticketNumber} ${title}`,
            }))}
            {...form.control('ticketId')}
          />
        </Field>
      )}
      {kind === 'documentToSign' && (
        <>
          <Field as="group" label={t('staffPublish.edit.signers')} hint={t('staffPublish.edit.signersHint')}>
            <Signers item={item} chosen={values.signerIds} onChange={ids => form.set('signerIds', ids)} />
          </Field>
          <Field label={t('staffPublish.edit.days')} error={faults.signDays && t('staffPublish.edit.daysWrong')}>
            <TextInput {...form.text('signDays')} inputMode="numeric" autoComplete="off" />
          </Field>
        </>
      )}
      <div className="button-row">
        <DismissButton>{t('words.cancel')}</DismissButton>
        <Button tone="primary" type="submit" busy={save.isPending}>
          {t('staffPublish.edit.save')}
        </Button>
      </div>
    </form>
  )
}

type EditDialogProps = { item: PublishItem | undefined; onClose: () => void }

/** Corrects what was read or guessed of a file. */
export const EditDialog = ({ item, onClose }: EditDialogProps) => {
  const { t } = useText()
  if (!item) return null
  return (
    <FormDialog key={item.id} open onClose={onClose} title={t('staffPublish.edit.title', { name: nameOfRow(item, t) })}>
      <EditForm item={item} onClose={onClose} />
    </FormDialog>
  )
}
