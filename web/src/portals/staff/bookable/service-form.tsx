import type { ServiceStaff, StaffService } from '@portico/contract/staff/planning/bookable'
import { type FormEvent, useRef, useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { Switch } from '../../../staff/parts/switch.tsx'
import { useUnsavedGuard } from '../../../staff/parts/unsaved.tsx'
import { WeekEditor } from '../../../staff/parts/week/week-editor.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { ClosedDays } from './closed-days.tsx'
import { type DraftFaults, findFaults, keyOf, previewOf, type ServiceDraft } from './draft.ts'
import { ServicePreview } from './service-preview.tsx'
import './bookable.css'

type ServiceFormProps = {
  initial: ServiceDraft
  /** Undefined for a new one. */
  service: StaffService | undefined
  portal: { id: number; webPortalKey: string | undefined }
  staff: readonly ServiceStaff[]
  error: Error | null
  isBusy: boolean
  onSave: (draft: ServiceDraft) => void
  onCancel: () => void
}

const faultKeys = ['name', 'key', 'duration', 'buffer', 'week', 'notice', 'horizon', 'staff'] as const
type FaultKey = (typeof faultKeys)[number]
const isFaultKey = (key: string): key is FaultKey => faultKeys.some(one => one === key)

/** A bookable service, with what customers will see of it beside. */
export const ServiceForm = ({ initial, service, portal, staff, error, isBusy, onSave, onCancel }: ServiceFormProps) => {
  const { t } = useText()
  const text = useFailureText()
  // Later answers of the server change neither what is typed nor what it is compared with.
  const [first] = useState(initial)
  const [draft, setDraft] = useState(first)
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  const guard = useUnsavedGuard(() => draft !== first && !(isSent.current && error === null))
  const set = (change: Partial<ServiceDraft>) => setDraft(now => ({ ...now, ...change }))
  const faults = isChecked ? findFaults(draft) : {}
  const isTaken = error !== null && failureCode(error) === 'conflict' && failureOf(error).fields.includes('body.key')
  const isCrossed = error !== null && failureCode(error) === 'conflict' && !isTaken
  const faultOf = (field: keyof DraftFaults) => {
    const key = faults[field]
    if (key !== undefined && isFaultKey(key)) return t(`staffBookable.fault.${key}`)
    return field === 'key' && isTaken ? t('staffBookable.fault.keyTaken') : undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(findFaults(draft)).length === 0) {
      isSent.current = true
      return onSave(draft)
    }
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[data-invalid] :is(input, textarea)')?.focus(),
    )
  }
  const number = (field: 'durationMinutes' | 'bufferMinutes' | 'noticeHours' | 'horizonDays') => ({
    name: field,
    value: draft[field],
    inputMode: 'numeric' as const,
    maxLength: 5,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  })
  const toggle = (id: number, isIn: boolean) =>
    set({ staffIds: isIn ? [...draft.staffIds, id] : draft.staffIds.filter(one => one !== id) })
  return (
    <div className="service-split">
      {guard.question}
      <form className="form" ref={form} noValidate onSubmit={submit}>
        <Switch checked={draft.isActive} onChange={isActive => set({ isActive })}>
          {t(draft.isActive ? 'staffBookable.on' : 'staffBookable.off')}
        </Switch>
        <Field label={t('staffBookable.name')} error={faultOf('name')}>
          <TextInput
            name="name"
            value={draft.name}
            maxLength={200}
            autoComplete="off"
            onChange={event =>
              set({ name: event.target.value, ...(draft.followsName && { key: keyOf(event.target.value) }) })
            }
          />
        </Field>
        <Field
          label={t('staffBookable.key')}
          hint={
            service && service.key !== draft.key
              ? t('staffBookable.keyChanged')
              : `/appointments/${portal.webPortalKey ?? '…'}/${draft.key || '…'}`
          }
          error={faultOf('key')}
        >
          <TextInput
            name="key"
            value={draft.key}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={event => set({ key: event.target.value, followsName: false })}
          />
        </Field>
        <Field
          label={t('staffBookable.description')}
          mark={t('words.optional')}
          hint={t('staffBookable.descriptionHint')}
        >
          <Textarea
            name="description"
            rows={2}
            maxLength={2000}
            value={draft.description}
            onChange={event => set({ description: event.target.value })}
          />
        </Field>
        <div className="service-numbers">
          <Field label={t('staffBookable.duration')} error={faultOf('durationMinutes')}>
            <TextInput {...number('durationMinutes')} />
          </Field>
          <Field
            label={t('staffBookable.buffer')}
            hint={t('staffBookable.bufferHint')}
            error={faultOf('bufferMinutes')}
          >
            <TextInput {...number('bufferMinutes')} />
          </Field>
          <Field label={t('staffBookable.notice')} hint={t('staffBookable.noticeHint')} error={faultOf('noticeHours')}>
            <TextInput {...number('noticeHours')} />
          </Field>
          <Field
            label={t('staffBookable.horizon')}
            hint={t('staffBookable.horizonHint')}
            error={faultOf('horizonDays')}
          >
            <TextInput {...number('horizonDays')} />
          </Field>
        </div>
        <Field
          as="group"
          label={t('staffBookable.staff')}
          hint={t('staffBookable.staffHint')}
          error={faultOf('staffIds')}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second frame within that of the field */}
          <div className="service-staff" role="group" aria-label={t('staffBookable.staff')}>
            {staff.map(({ id, displayName }) => (
              <Checkbox
                key={id}
                name="staff"
                checked={draft.staffIds.includes(id)}
                onChange={event => toggle(id, event.target.checked)}
              >
                {displayName}
              </Checkbox>
            ))}
          </div>
        </Field>
        <Field as="group" label={t('staffBookable.week')} error={faultOf('week')}>
          <WeekEditor week={draft.week} onChange={week => set({ week })} />
        </Field>
        <Field as="group" label={t('staffBookable.closed')}>
          <Checkbox
            name="keepsClosings"
            checked={draft.keepsClosings}
            onChange={event => set({ keepsClosings: event.target.checked })}
          >
            {t('staffBookable.keepsClosings')}
          </Checkbox>
          <ClosedDays days={draft.closedDays} onChange={closedDays => set({ closedDays })} />
        </Field>
        {isCrossed && <Alert tone="warning">{t('staffBookable.crossed')}</Alert>}
        {error && !isCrossed && !isTaken && <Alert tone="danger">{text(error)}</Alert>}
        <div className="button-row">
          <Button tone="ghost" onClick={onCancel}>
            {t('words.cancel')}
          </Button>
          <Button type="submit" tone="primary" busy={isBusy}>
            {service ? t('staffBookable.save') : t('staffBookable.create')}
          </Button>
        </div>
      </form>
      <ServicePreview
        input={previewOf(draft, { portalId: portal.id, serviceId: service?.id })}
        name={draft.name.trim()}
        isActive={draft.isActive}
      />
    </div>
  )
}
