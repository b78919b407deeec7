import type { VisitBoard } from '@portico/contract/staff/planning/visits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { type ChosenCustomer, CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { choices, findContacts } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { toast } from '../../../ui/overlay/toasts.tsx'
import type { Target } from '../board/rules.ts'
import { useBoardWords } from '../board/use-board-words.ts'
import { cancel, plan } from '../data.ts'
import { CollisionAlert } from './collision-alert.tsx'
import { TimeFields, whenIn } from './time-fields.tsx'
import { VisitFields } from './visit-fields.tsx'
import { bodyOf, newValues, type PlannedFor, spanIn, type VisitValues } from './visit-values.ts'
import './visit-form.css'

type Faults = Partial<Record<keyof VisitValues, string>>

type PlanDialogProps = {
  board: Pick<VisitBoard, 'technicians' | 'timeZone' | 'portals'>
  /** The ticket that the visit is for; null: a customer is chosen. */
  ticket: PlannedFor | null
  portal: string | undefined
  target: Target
  onShow?: (key: string) => void
  onClose: () => void
}

/** Plans a visit: the way without dragging, and what a dropped ticket still needs. */
export const PlanDialog = ({ board, ticket, portal, target, onShow, onClose }: PlanDialogProps) => {
  const { t } = useText()
  const me = useMe()
  const client = useQueryClient()
  const words = useBoardWords(board.timeZone)
  const known = useQuery(choices)
  const planning = useMutation(plan(client))
  const cancelling = useMutation(cancel(client))
  const attemptOf = useOnce()
  const [customer, setCustomer] = useState<ChosenCustomer | null>(null)
  const isTechnician = me.role === 'technician'
  const form = useForm<VisitValues, Faults>({
    initial: newValues(ticket, isTechnician ? { ...target, staffId: me.staffUserId } : target, {
      timeZone: board.timeZone,
      activityTypeName: t('staffVisits.form.usualType'),
    }),
    validate: values => ({
      ...(!ticket && values.contactId === null && { contactId: t('staffVisits.form.customerMissing') }),
      ...(!values.day && { day: t('staffVisits.form.dayMissing') }),
      ...(!values.time && { time: t('staffVisits.form.timeMissing') }),
      ...(!values.activityTypeName.trim() && { activityTypeName: t('staffVisits.form.typeMissing') }),
      ...(values.email.trim() &&
        !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(values.email.trim()) && { email: t('staffVisits.form.emailWrong') }),
    }),
    onSubmit: values => {
      const span = spanIn(values, board.timeZone)
      if (!span) return
      const whom = ticket ? { ticketId: ticket.id } : { contactId: values.contactId ?? 0 }
      const body = { ...whom, ...bodyOf(values, span) }
      planning.mutate(
        { body, key: attemptOf(body).key },
        {
          onSuccess: visit => {
            toast({
              about: 'visit moved',
              title: t('staffVisits.form.planned', { day: words.dayOf(span.from), time: words.span(span) }),
              text: localized(t => t(visit.email ? 'staffVisits.move.told' : 'staffVisits.form.nobodyTold')),
              action: {
                text: localized(t => t('staffVisits.move.undo')),
                onAction: () =>
                  cancelling.mutate(visit, {
                    onSuccess: () =>
                      toast({ about: 'visit moved', title: localized(t => t('staffVisits.form.cancelled')) }),
                  }),
              },
            })
            onClose()
          },
        },
      )
    },
  })
  const { faults, values } = form
  const leaveTo = (shown: string) => {
    onClose()
    onShow?.(shown)
  }
  const portalKey = portal ?? board.portals.find(({ id }) => id === customer?.portalId)?.webPortalKey
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--form visit-dialog"
      title={ticket ? t('staffVisits.form.planFor', { number: ticket.ticketNumber }) : t('staffVisits.form.new')}
    >
      <form className="form" {...form.props}>
        {planning.error && <CollisionAlert error={planning.error} words={words} onShow={onShow && leaveTo} />}
        {ticket ? (
          <p className="visit-for">
            <b>{ticket.title}</b>
            {ticket.customer.companyName}
          </p>
        ) : (
          <Field label={t('staffRecords.customer.name')} error={faults.contactId}>
            <CustomerField
              value={customer}
              find={findContacts}
              onChange={chosen => {
                setCustomer(chosen)
                form.set('contactId', chosen?.value ?? null)
              }}
            />
          </Field>
        )}
        <TimeFields
          values={values}
          onChange={whenIn(form.set)}
          board={board}
          portal={portalKey}
          own={null}
          words={words}
          faults={faults}
          isBooking={false}
          onlyStaffId={isTechnician ? me.staffUserId : undefined}
        />
        <VisitFields form={form} types={known.data?.activityTypes ?? []} />
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={planning.isPending}>
            {t(values.email.trim() ? 'staffVisits.form.planAndToast' : 'staffVisits.form.plan')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
