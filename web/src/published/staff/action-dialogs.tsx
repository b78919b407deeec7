import type { PublishedKind } from '@portico/contract/staff/published'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api.ts'
import { failureOf, useFailureText } from '../../api/failures.ts'
import { FileChoice } from '../../staff/parts/file-choice.tsx'
import { DismissButton, FormDialog } from '../../staff/parts/form-dialog.tsx'
import { numberText, typedNumber } from '../../staff/parts/records/typed-number.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Textarea } from '../../ui/fields/textarea.tsx'
import { useForm } from '../../ui/fields/use-form.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { changePublished, type OpenFile, replacePublished, withdrawPublished } from './data.ts'

type DialogProps = { file: OpenFile; onClose: () => void }

/** Which of the fields a kind has. */
const fieldsOf: Record<PublishedKind, readonly (keyof Values)[]> = {
  invoice: ['number', 'date', 'total'],
  estimate: ['title', 'number', 'revision', 'date', 'total'],
  report: ['title', 'date'],
  document: ['title', 'date'],
  publicFile: ['title'],
}

type Values = { title: string; number: string; revision: string; date: string; total: string }
type Faults = Partial<Record<keyof Values, string>>

/** Why a call that changes a published file failed; a crossing says that what was typed is kept. */
const useChangeFailure = () => {
  const { t } = useText()
  const text = useFailureText()
  return (error: unknown) => {
    if (failureOf(error).code !== 'conflict') return text(error)
    const isSame = error instanceof ApiError && error.detail === 'same'
    return t(`staffPublished.actions.${isSame ? 'sameFile' : 'crossed'}`)
  }
}

/** Changes what customers read beside a file. */
export const ChangeDialog = ({ file, onClose }: DialogProps) => {
  const { t } = useText()
  const { dayOf, locale } = useStaffFormat()
  const client = useQueryClient()
  const failure = useChangeFailure()
  const fields = fieldsOf[file.kind]
  const changing = useMutation({
    ...changePublished(client, file),
    onSuccess: () => {
      toast({ title: localized(t => t('staffPublished.actions.changed')) })
      onClose()
    },
    onError: error => {
      const wrong = failureOf(error).fields.flatMap(path => fields.find(field => path === `body.${field}`) ?? [])
      if (wrong.length > 0)
        form.refuse(Object.fromEntries(wrong.map(field => [field, t('staffPublished.actions.wrong')])))
    },
  })
  const initial: Values = {
    title: file.title,
    number: file.number ?? '',
    revision: String(file.revision ?? 0),
    date: file.date === null ? '' : dayOf(new Date(file.date)),
    total: file.total === null ? '' : numberText(file.total, locale),
  }
  const form = useForm<Values, Faults>({
    initial,
    validate: values => {
      const isWrong = (field: keyof Values) => {
        if (field === 'total' || field === 'revision') return typedNumber(values[field]) === undefined
        return values[field].trim() === ''
      }
      return Object.fromEntries(
        fields.filter(isWrong).map(field => [field, t('staffPublished.actions.wrong')]),
      ) as Faults
    },
    onSubmit: values => {
      const changed = fields.filter(field => values[field] !== initial[field])
      if (changed.length === 0) return onClose()
      const isAmount = (field: keyof Values) => field === 'total' || field === 'revision'
      changing.mutate(
        Object.fromEntries(
          changed.map(field => [field, isAmount(field) ? typedNumber(values[field]) : values[field].trim()]),
        ),
      )
    },
  })
  const labelOf = (field: keyof Values) =>
    t(`staffPublished.fields.${field === 'title' && file.kind === 'publicFile' ? 'name' : field}`)
  return (
    <FormDialog open onClose={onClose} title={t('staffPublished.actions.change')}>
      <form className="form" {...form.props}>
        {changing.error && !form.hasFaults && <Alert tone="danger">{failure(changing.error)}</Alert>}
        {fields.map(field => (
          <Field key={field} label={labelOf(field)} error={form.faults[field]}>
            <TextInput
              {...form.text(field)}
              type={field === 'date' ? 'date' : 'text'}
              inputMode={field === 'total' || field === 'revision' ? 'decimal' : undefined}
              maxLength={300}
              autoComplete="off"
            />
          </Field>
        ))}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={changing.isPending}>
            {t('staffPublished.actions.saveChange')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

/** Replaces the file; says what customers will see. */
export const ReplaceDialog = ({ file, onClose }: DialogProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const failure = useChangeFailure()
  const [chosen, setChosen] = useState<File>()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const replacing = useMutation({
    ...replacePublished(client, file),
    onSuccess: () => {
      toast({ title: localized(t => t('staffPublished.actions.replaced')) })
      onClose()
    },
  })
  return (
    <FormDialog open onClose={onClose} title={t('staffPublished.actions.replaceTitle')}>
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          setMissing(!chosen)
          if (chosen && !replacing.isPending) replacing.mutate({ chosen, reason: reason.trim() || null })
        }}
      >
        {replacing.error && <Alert tone="danger">{failure(replacing.error)}</Alert>}
        <p>{t('staffPublished.actions.replaceText')}</p>
        <FileChoice
          label={t('staffPublished.actions.newFile')}
          choose={t('staffPublished.actions.choose')}
          another={t('staffPublished.actions.another')}
          file={chosen}
          error={isMissing && !chosen ? t('staffPublished.actions.noFile') : undefined}
          onFile={setChosen}
        />
        <Field label={t('staffPublished.actions.reason')} hint={t('staffPublished.actions.reasonHint')}>
          <Textarea value={reason} maxLength={500} onChange={event => setReason(event.target.value)} />
        </Field>
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={replacing.isPending}>
            {t('staffPublished.actions.replace')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

/** Takes a file back; says who has opened it already. */
export const WithdrawDialog = ({ file, onClose }: DialogProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const failure = useChangeFailure()
  const [reason, setReason] = useState('')
  const withdrawing = useMutation({
    ...withdrawPublished(client, file),
    onSuccess: () => {
      toast({ title: localized(t => t('staffPublished.actions.withdrawn')) })
      onClose()
    },
  })
  const names = [...new Set(file.openings.map(({ referentName }) => referentName))].join(', ')
  return (
    <FormDialog open onClose={onClose} role="alertdialog" title={t('staffPublished.actions.withdrawTitle')}>
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault()
          if (!withdrawing.isPending) withdrawing.mutate(reason.trim() || null)
        }}
      >
        {withdrawing.error && <Alert tone="danger">{failure(withdrawing.error)}</Alert>}
        <p>{t('staffPublished.actions.withdrawText')}</p>
        <p>
          <b>
            {names
              ? t('staffPublished.actions.withdrawOpened', { names })
              : t('staffPublished.actions.withdrawUnopened')}
          </b>
        </p>
        <Field label={t('staffPublished.actions.reason')} hint={t('staffPublished.actions.reasonHint')}>
          <Textarea value={reason} maxLength={500} onChange={event => setReason(event.target.value)} />
        </Field>
        <div className="button-row">
          <DismissButton data-autofocus="">{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="danger-solid" busy={withdrawing.isPending}>
            {t('staffPublished.actions.withdraw')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
