import type { StaffContact } from '@portico/contract/staff/tickets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { AsyncCombobox } from '../../../ui/select/async-combobox.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { useMe } from '../../session/use-me.ts'
import { DismissButton, FormDialog } from '../form-dialog.tsx'
import { accept, findCustomers, findTicketsOf, mailKey } from './data.ts'
import './mail-parts.css'

/** A customer as far as it is known before it is chosen. */
type KnownCustomer = { id: number; companyName: string }

type Values = {
  contact: KnownCustomer | null
  webUserId: number | null
  where: 'new' | 'existing'
  ticket: { value: number; text: string } | null
}
type Faults = Partial<Record<keyof Values, string>>

type AcceptDialogProps = {
  mailid: number
  /** Whose mail it probably is. */
  customer?: KnownCustomer | undefined
  webUserId?: number | undefined
  /** The ticket beside which it waits. */
  ticket?: { id: number; ticketNumber: number; title: string } | undefined
  onClose: () => void
  onAccepted: (ticketId: number, isNew: boolean) => void
}

const useLabels = () => {
  const { t } = useText()
  const shared = {
    clearSearch: t('pickers.clearSearch'),
    clear: t('words.cancel'),
    loading: t('staffMail.loading'),
    retry: t('words.retry'),
  }
  return {
    customers: {
      ...shared,
      placeholder: t('staffMail.chooseCustomer'),
      search: t('staffMail.searchCustomer'),
      empty: t('staffMail.noCustomer'),
      failed: t('staffMail.customersFailed'),
      count: (found: readonly unknown[]) => t('staffMail.customerCount', { count: found.length }),
    },
    tickets: {
      ...shared,
      placeholder: t('staffMail.chooseTicket'),
      search: t('staffMail.searchTicket'),
      empty: t('staffMail.noTicket'),
      failed: t('words.couldNotLoad'),
      count: (found: readonly unknown[]) => String(found.length),
    },
  }
}

/** Makes a mail the message of a person, in a ticket of the customer or as a new one. */
export const AcceptDialog = ({ mailid, customer, webUserId, ticket, onClose, onAccepted }: AcceptDialogProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const labels = useLabels()
  const { portals } = useMe()
  const portalName = (portalId: number) =>
    portals.length > 1 ? portals.find(({ id }) => id === portalId)?.webPortalName : undefined
  const accepting = useMutation(accept(useQueryClient()))
  const found = useRef(new Map<number, StaffContact>())
  const form = useForm<Values, Faults>({
    initial: {
      contact: customer ?? null,
      webUserId: webUserId ?? null,
      where: ticket ? 'existing' : 'new',
      ticket: ticket ? { value: ticket.id, text: `#${ticket.ticketNumber} ${ticket.title}` } : null,
    },
    validate: typed => ({
      ...(!typed.contact && { contact: t('staffMail.customerMissing') }),
      ...(typed.contact && typed.webUserId === null && { webUserId: t('staffMail.personMissing') }),
      ...(typed.where === 'existing' && !typed.ticket && { ticket: t('staffMail.ticketMissing') }),
    }),
    onSubmit: typed => {
      if (!typed.contact || typed.webUserId === null || accepting.isPending) return
      const ticketId = typed.where === 'existing' ? (typed.ticket?.value ?? null) : null
      accepting.mutate(
        { mailid, contactId: typed.contact.id, webUserId: typed.webUserId, ticketId },
        { onSuccess: answer => onAccepted(answer.ticketId, ticketId === null) },
      )
    },
  })
  const { values, faults } = form
  const { contact } = values
  // A customer that was not searched for here comes without its people.
  const people = useQuery({
    queryKey: [...mailKey, 'people', contact?.id],
    queryFn: async ({ signal }) =>
      found.current.get(contact?.id ?? 0)?.people ??
      (await findCustomers(contact?.companyName ?? '', signal)).find(({ id }) => id === contact?.id)?.people ??
      [],
    enabled: contact !== null,
  })
  const choose = (chosen: KnownCustomer | null) => {
    form.set('contact', chosen)
    form.set('webUserId', null)
    form.set('ticket', null)
  }
  const faultOf = (error: unknown) => {
    const { code, fields } = failureOf(error)
    if (code !== 'conflict' && code !== 'not_found') return failureText(error)
    return fields.length > 0 ? t('staffMail.refused') : t('staffMail.settled')
  }
  return (
    <FormDialog open onClose={onClose} title={t('staffMail.acceptTitle')} className="dialog dialog--accept">
      <form className="form" {...form.props}>
        <p>{t('staffMail.acceptText')}</p>
        {accepting.error && <Alert tone="danger">{faultOf(accepting.error)}</Alert>}
        <Field label={t('staffMail.customer')} error={faults.contact}>
          <AsyncCombobox<number>
            label={t('staffMail.customer')}
            value={contact && { value: contact.id, text: contact.companyName }}
            onChange={option => choose(option ? (found.current.get(option.value) ?? null) : null)}
            nullable={false}
            openOn="click"
            load={async (term, signal) => {
              const contacts = await findCustomers(term, signal)
              for (const one of contacts) found.current.set(one.id, one)
              return {
                items: contacts.map(({ id, companyName, portalId }) => ({
                  value: id,
                  text: companyName,
                  end: portalName(portalId),
                })),
              }
            }}
            labels={labels.customers}
          />
        </Field>
        <Field label={t('staffMail.person')} error={faults.webUserId}>
          <Select
            label={t('staffMail.person')}
            placeholder={t('staffMail.choosePerson')}
            options={(people.data ?? []).map(({ webUserId: value, referentName: text }) => ({ value, text }))}
            emptyText={contact ? t('staffMail.noPeople') : t('staffMail.customerFirst')}
            openOn="click"
            {...form.control('webUserId')}
          />
        </Field>
        <Field as="group" label={t('staffMail.where')}>
          <SegmentedControl
            label={t('staffMail.where')}
            options={[
              { value: 'new', text: t('staffMail.newTicket') },
              { value: 'existing', text: t('staffMail.existing') },
            ]}
            {...form.control('where')}
          />
        </Field>
        {values.where === 'existing' && (
          <Field label={t('staffMail.ticket')} error={faults.ticket}>
            <AsyncCombobox<number>
              key={contact?.id}
              label={t('staffMail.ticket')}
              value={values.ticket}
              onChange={option => form.set('ticket', option && { value: option.value, text: String(option.text) })}
              nullable={false}
              openOn="click"
              load={async (term, signal) => {
                const rows = contact ? await findTicketsOf(contact.id, term, signal) : []
                return {
                  items: rows.map(({ id, ticketNumber, title }) => ({ value: id, text: `#${ticketNumber} ${title}` })),
                }
              }}
              labels={labels.tickets}
            />
          </Field>
        )}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={accepting.isPending}>
            {t('staffMail.confirmAccept')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
