import type { MailKeeping } from '@portico/contract/staff/mail'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { useUnsavedValues } from '../../parts/unsaved.tsx'
import { SettingsSection } from '../parts/settings-section.tsx'
import { keepMail, mailKeeping } from './data.ts'

const isWithin = (text: string, most: number) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most

const KeepingForm = ({ kept }: { kept: MailKeeping }) => {
  const { t } = useText()
  const text = useFailureText()
  const keeping = useMutation(keepMail(useQueryClient()))
  const form = useForm({
    initial: { months: String(kept.months), days: String(kept.quarantineDays) },
    validate: ({ months, days }) => ({
      ...(!isWithin(months.trim(), 120) && { months: t('staffMailboxes.keeping.monthsWrong') }),
      ...(!isWithin(days.trim(), 365) && { days: t('staffMailboxes.keeping.daysWrong') }),
    }),
    onSubmit: typed =>
      keeping.mutate(
        { months: Number(typed.months), quarantineDays: Number(typed.days) },
        {
          onSuccess: () => {
            unsaved.noteSaved(typed)
            toast({ title: localized(t => t('staffMailboxes.keeping.saved')) })
          },
        },
      ),
  })
  const unsaved = useUnsavedValues(form.values)
  const faults = form.faults as { months?: string; days?: string }
  return (
    <form className="form" {...form.props}>
      {unsaved.question}
      {keeping.error && <Alert tone="danger">{text(keeping.error)}</Alert>}
      <div className="keeping-form">
        <Field label={t('staffMailboxes.keeping.months')} error={faults.months}>
          <TextInput {...form.text('months')} inputMode="numeric" autoComplete="off" maxLength={3} />
        </Field>
        <Field label={t('staffMailboxes.keeping.days')} error={faults.days}>
          <TextInput {...form.text('days')} inputMode="numeric" autoComplete="off" maxLength={3} />
        </Field>
        <Button type="submit" busy={keeping.isPending}>
          {t('staffMailboxes.keeping.save')}
        </Button>
      </div>
    </form>
  )
}

/** How long whole mails are kept. */
export const KeepingSection = () => {
  const { t } = useText()
  const query = useQuery(mailKeeping)
  return (
    <SettingsSection title={t('staffMailboxes.keeping.title')} lead={t('staffMailboxes.keeping.lead')} query={query}>
      {query.data && <KeepingForm kept={query.data} />}
    </SettingsSection>
  )
}
