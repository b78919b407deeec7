import type { StaffTicketStep } from '@portico/contract/staff/ticket-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { failureOf } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { toastFailure } from '../../../staff/parts/toast-failure.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { actOnStep, portalSteps } from '../settings/data.ts'
import { Part } from '../settings/part.tsx'
import { DialogFailure } from './dialog-failure.tsx'
import { toastRemoved } from './outcome-toasts.ts'
import { ArchivedRows, moved, SettingRow } from './setting-row.tsx'

const statuses = [0, 1, 2] as const
type Status = (typeof statuses)[number]
const names = ['open', 'pending', 'closed'] as const

const statusOf = ({ taskStatus }: StaffTicketStep) => taskStatus as Status

type StepDialogProps = { portalid: number; step: StaffTicketStep | undefined; onClose: () => void }

const StepDialog = ({ portalid, step, onClose }: StepDialogProps) => {
  const { t } = useText()
  const act = useMutation({ ...actOnStep(useQueryClient(), portalid), onSuccess: onClose })
  const attemptOf = useOnce()
  const form = useForm({
    initial: { name: step?.name ?? '', taskStatus: step ? statusOf(step) : (1 as Status) },
    validate: ({ name }) => ({
      name: name.trim() === '' && t('staffPortalSettings.tickets.nameMissing'),
      taskStatus: false as false | string,
    }),
    onSubmit: ({ name, taskStatus }) => {
      const body = { name: name.trim(), taskStatus }
      const onError = (error: unknown) => {
        const { fields } = failureOf(error)
        if (fields.includes('body.name')) form.refuse({ name: t('staffPortalSettings.tickets.nameTaken') })
        if (fields.includes('body.taskStatus'))
          form.refuse({
            taskStatus: step?.isFirst
              ? t('staffPortalSettings.tickets.steps.statusLast')
              : t('staffPortalSettings.tickets.steps.statusUsed'),
          })
      }
      if (step) act.mutate({ act: 'change', id: step.id, version: step.version, body }, { onError })
      else act.mutate({ act: 'add', body, key: attemptOf(body).key }, { onError })
    },
  })
  const { faults } = form
  return (
    <FormDialog open onClose={onClose} title={step?.name ?? t('staffPortalSettings.tickets.steps.addTitle')}>
      <form className="form" {...form.props}>
        <Field label={t('staffPortalSettings.tickets.nameField')} error={faults.name}>
          <TextInput {...form.text('name')} maxLength={200} autoComplete="off" data-autofocus="" />
        </Field>
        <Field as="group" label={t('staffPortalSettings.tickets.steps.status')} error={faults.taskStatus}>
          <SegmentedControl
            label={t('staffPortalSettings.tickets.steps.status')}
            options={statuses.map(value => ({
              value,
              text: t(`staffPortalSettings.tickets.steps.statuses.${names[value]}`),
            }))}
            {...form.control('taskStatus')}
          />
        </Field>
        {!form.hasFaults && <DialogFailure error={act.error} />}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={act.isPending}>
            {t('staffPortalSettings.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

/** The states of tickets in their order. */
export const Steps = ({ portalid }: { portalid: number }) => {
  const { t } = useText()
  const steps = useQuery(portalSteps(portalid))
  const { mutate, isPending } = useMutation(actOnStep(useQueryClient(), portalid))
  const [edited, setEdited] = useState<StaffTicketStep | 'new'>()
  const [asked, setAsked] = useState<StaffTicketStep>()
  const remove = ({ id, name }: StaffTicketStep) => {
    setAsked(undefined)
    mutate(
      { act: 'remove', id },
      {
        onSuccess: outcome => toastRemoved(name, outcome),
        onError: error => {
          if (failureCode(error) !== 'conflict') return toastFailure(error)
          toast({ title: localized(t => t('staffPortalSettings.tickets.steps.last', { name })), tone: 'warning' })
        },
      },
    )
  }
  return (
    <Part
      title={t('staffPortalSettings.tickets.steps.title')}
      lead={t('staffPortalSettings.tickets.steps.lead')}
      action={
        <Button onClick={() => setEdited('new')} aria-label={t('staffPortalSettings.tickets.steps.addTitle')}>
          <Plus className="icon" aria-hidden="true" />
          {t('staffPortalSettings.tickets.steps.add')}
        </Button>
      }
    >
      <Loaded query={steps}>
        {all => {
          const inUse = all.filter(({ isArchived }) => !isArchived)
          const ids = inUse.map(({ id }) => id)
          return (
            <ul className="setting-rows">
              {inUse.map((step, place) => (
                <SettingRow
                  key={step.id}
                  name={step.name}
                  chips={
                    step.isFirst && (
                      <span className="row-chip">
                        {t(`staffPortalSettings.tickets.steps.first.${names[statusOf(step)]}`)}
                      </span>
                    )
                  }
                  about={t(`staffPortalSettings.tickets.steps.statuses.${names[statusOf(step)]}`)}
                  isBusy={isPending}
                  order={{
                    isFirst: place === 0,
                    isLast: place === inUse.length - 1,
                    onMove: by => mutate({ act: 'order', ids: moved(ids, step.id, by) }, { onError: toastFailure }),
                  }}
                  onChange={() => setEdited(step)}
                  onRemove={() => setAsked(step)}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <ArchivedRows
        rows={steps.data?.filter(({ isArchived }) => isArchived) ?? []}
        onRestore={({ id, version }) =>
          mutate({ act: 'change', id, version, body: { isArchived: false } }, { onError: toastFailure })
        }
      />
      {edited && (
        <StepDialog
          portalid={portalid}
          step={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={t('staffPortalSettings.tickets.steps.ask', { name: asked?.name ?? '' })}
        confirm={t('staffPortalSettings.tickets.steps.confirm')}
        cancel={t('words.cancel')}
        danger
        onConfirm={() => asked && remove(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {t('staffPortalSettings.tickets.steps.about')}
      </ConfirmDialog>
    </Part>
  )
}
