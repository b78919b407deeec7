import type { StaffVisit, VisitBoard } from '@portico/contract/staff/planning/visits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, Check, MapPin, Phone, Ticket } from 'lucide-react'
import { useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { DismissButton, FormDialog, useLeaveForm } from '../../../staff/parts/form-dialog.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { choices } from '../../../tickets/staff/data.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { mapUrl } from '../../map-url.ts'
import { useBoardWords } from '../board/use-board-words.ts'
import { cancel, change, visit } from '../data.ts'
import { DoneButtons } from '../finish/done-buttons.tsx'
import { FinishDialog } from '../finish/finish-dialog.tsx'
import { CollisionAlert } from './collision-alert.tsx'
import { TimeFields, whenIn } from './time-fields.tsx'
import { VisitFields } from './visit-fields.tsx'
import { changesOf, type VisitValues, valuesOf } from './visit-values.ts'
import './visit-form.css'

type VisitDialogProps = {
  visitId: number
  board: Pick<VisitBoard, 'technicians' | 'timeZone'>
  onShow: (key: string) => void
  onClose: () => void
}

/** Customer, place, telephone and ticket of a visit or a booking. */
export const VisitFacts = ({
  about,
}: {
  about: Pick<StaffVisit, 'address' | 'phone' | 'ticket'> & { customer: { id: number | null; companyName: string } }
}) => {
  const { t } = useText()
  const { customer, address, phone, ticket } = about
  return (
    <ul className="side-lines visit-facts">
      <li>
        <Building2 className="icon" aria-hidden="true" />
        {customer.id === null ? (
          <span>{customer.companyName}</span>
        ) : (
          <Link to="/customers/$contactid" params={{ contactid: customer.id }}>
            {customer.companyName}
          </Link>
        )}
      </li>
      {ticket && (
        <li>
          <Ticket className="icon" aria-hidden="true" />
          <Link to="/tickets/$ticketid" params={{ ticketid: ticket.id }} search={{}}>
            {t('staffVisits.ticket', { number: ticket.ticketNumber })}
          </Link>
          <span className="ellipsis">{ticket.title}</span>
        </li>
      )}
      {phone && (
        <li>
          <Phone className="icon" aria-hidden="true" />
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </li>
      )}
      {address && (
        <li>
          <MapPin className="icon" aria-hidden="true" />
          <a href={mapUrl(address)} target="_blank" rel="noreferrer">
            {address}
          </a>
        </li>
      )}
    </ul>
  )
}

/** A visit: moved, changed or cancelled by a form. */
export const VisitDialog = ({ visitId, board, onShow, onClose }: VisitDialogProps) => {
  const { t } = useText()
  const query = useQuery({ ...visit(visitId), refetchOnWindowFocus: false })
  const { data } = query
  const [isFinishing, setFinishing] = useState(false)
  if (data && isFinishing)
    return (
      <FinishDialog
        entry={{
          kind: 'visit',
          id: data.id,
          start: data.startsOn,
          end: data.endsOn,
          isDone: data.status === 'done',
          title: data.title,
          activityTypeName: data.activityTypeName,
          companyName: data.customer.companyName,
          contactId: data.customer.id,
        }}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--form visit-dialog"
      title={data ? (data.title ?? data.activityTypeName) : t('staffVisits.visit')}
    >
      {data ? (
        <VisitForm visit={data} board={board} onShow={onShow} onFinish={() => setFinishing(true)} onClose={onClose} />
      ) : query.isError ? (
        failureCode(query.error) === 'not_found' ? (
          <Alert tone="info">{t('staffVisits.gone')}</Alert>
        ) : (
          <RetryPanel
            title={t('staffVisits.failed')}
            retry={t('words.retry')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        )
      ) : (
        <div aria-busy="true" className="to-plan-wait">
          <span className="skeleton" style={{ '--w': '60%' }} />
          <span className="skeleton" style={{ '--w': '80%' }} />
        </div>
      )}
    </FormDialog>
  )
}

type VisitFormProps = Omit<VisitDialogProps, 'visitId'> & { visit: StaffVisit; onFinish: () => void }

const VisitForm = ({ visit: shown, board, onShow, onFinish, onClose }: VisitFormProps) => {
  const { t } = useText()
  const me = useMe()
  const client = useQueryClient()
  const words = useBoardWords(board.timeZone)
  const known = useQuery(choices)
  const changing = useMutation(change(client))
  const cancelling = useMutation(cancel(client))
  const leave = useLeaveForm()
  const [isAsked, setAsked] = useState(false)
  // What the form began with: only what differs from it is sent.
  const [before] = useState(() => valuesOf(shown, board.timeZone))
  // The version that is changed. If somebody else was faster, the form says so, and the next try changes the newest version.
  const [version, setVersion] = useState(shown.version)
  const takeNewest = (error: Error) => {
    const newest = client.getQueryData(visit(shown.id).queryKey)
    if (failureCode(error) === 'conflict' && newest) setVersion(newest.version)
  }
  const isOpen = shown.mayChange && shown.status === 'planned'
  const form = useForm<VisitValues, Partial<Record<keyof VisitValues, string>>>({
    initial: before,
    validate: values => ({
      ...(!values.day && { day: t('staffVisits.form.dayMissing') }),
      ...(!values.time && { time: t('staffVisits.form.timeMissing') }),
      ...(!values.activityTypeName.trim() && { activityTypeName: t('staffVisits.form.typeMissing') }),
      ...(values.email.trim() &&
        !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(values.email.trim()) && { email: t('staffVisits.form.emailWrong') }),
    }),
    onSubmit: values => {
      const body = changesOf(before, values, board.timeZone)
      if (Object.keys(body).length === 0) return onClose()
      changing.mutate(
        { id: shown.id, version, body },
        {
          onError: takeNewest,
          onSuccess: ({ email }) => {
            const isNotified = email && Object.keys(body).some(name => name !== 'notes')
            toast({
              title: localized(t => t('staffVisits.form.saved')),
              ...(isNotified && { text: localized(t => t('staffVisits.move.told')) }),
            })
            onClose()
          },
        },
      )
    },
  })
  const { faults, values } = form
  const doCancel = () =>
    cancelling.mutate(
      { id: shown.id, version },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffVisits.form.cancelled')) })
          onClose()
        },
        onError: error => {
          setAsked(false)
          takeNewest(error)
        },
      },
    )
  const error = changing.error ?? cancelling.error
  if (!isOpen)
    return (
      <>
        <p>
          {words.dayOf(Date.parse(shown.startsOn))},{' '}
          {words.span({ from: Date.parse(shown.startsOn), to: Date.parse(shown.endsOn) })}
        </p>
        <VisitFacts about={shown} />
        {shown.notes && <p className="visit-notes">{shown.notes}</p>}
        <p className="quiet">
          {t(shown.status === 'planned' ? 'staffVisits.form.notYours' : `staffVisits.form.is.${shown.status}`)}
        </p>
        <div className="button-row">
          {shown.mayChange && shown.status === 'done' && (
            <DoneButtons entry={{ kind: 'visit', id: shown.id }} onMoreTime={onFinish} onReopened={onClose} />
          )}
          <Button onClick={onClose}>{t('words.close')}</Button>
        </div>
      </>
    )
  return (
    <form className="form" {...form.props}>
      {error && (
        <CollisionAlert
          error={error}
          words={words}
          onShow={key => {
            onClose()
            onShow(key)
          }}
        />
      )}
      <VisitFacts about={shown} />
      <TimeFields
        values={values}
        onChange={whenIn(form.set)}
        board={board}
        portal={shown.portal.webPortalKey}
        own={`visit-${shown.id}`}
        words={words}
        faults={faults}
        isBooking={false}
        onlyStaffId={me.role === 'technician' ? me.staffUserId : undefined}
      />
      <VisitFields form={form} types={known.data?.activityTypes ?? []} />
      <div className="button-row visit-buttons">
        <Button tone="danger" onClick={() => setAsked(true)}>
          {t('staffVisits.form.cancel')}
        </Button>
        <Button onClick={() => leave(onFinish)}>
          <Check className="icon" aria-hidden="true" />
          {t('staffDay.finish')}
        </Button>
        <DismissButton>{t('words.close')}</DismissButton>
        <Button type="submit" tone="primary" busy={changing.isPending}>
          {t('staffVisits.form.save')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        danger
        title={t('staffVisits.form.cancelTitle')}
        confirm={t('staffVisits.form.cancelYes')}
        cancel={t('staffVisits.form.cancelNo')}
        busy={cancelling.isPending}
        onConfirm={doCancel}
        onCancel={() => setAsked(false)}
      >
        {t(shown.email ? 'staffVisits.form.cancelText' : 'staffVisits.form.cancelTextQuiet')}
      </ConfirmDialog>
    </form>
  )
}
