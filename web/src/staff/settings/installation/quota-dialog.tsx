import type { InstallationCompany } from '@portico/contract/staff/installation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { fileSize } from '../../../ui/files/file-size.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { DismissButton, FormDialog } from '../../parts/form-dialog.tsx'
import { numberText, typedNumber } from '../../parts/records/typed-number.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { changeCompany } from './data.ts'

const GB = 1024 ** 3

/** The bytes of what was typed in GB; null: nothing was, undefined: it is no size. */
const typedBytes = (text: string): number | null | undefined => {
  if (text.trim() === '') return null
  const typed = typedNumber(text)
  return typed === undefined || typed <= 0 || typed > 900_000 ? undefined : Math.round(typed * GB)
}

/** Sets how much the files of a company may take. */
export const QuotaDialog = ({ company, onClose }: { company: InstallationCompany; onClose: () => void }) => {
  const { t } = useText()
  const { locale } = useStaffFormat()
  const failureText = useFailureText()
  const { name, storedBytes, storageQuota, hasOwnQuota, defaultStorageQuota } = company
  const changing = useMutation(changeCompany(useQueryClient(), company.id))
  const form = useForm({
    initial: { quota: hasOwnQuota && storageQuota !== null ? numberText(storageQuota / GB, locale) : '' },
    validate: ({ quota }) => ({ quota: typedBytes(quota) === undefined && t('staffInstallation.quota.wrong') }),
    onSubmit: ({ quota }) => {
      if (changing.isPending) return
      changing.mutate(
        { storageQuota: typedBytes(quota) ?? null },
        {
          onSuccess: () => {
            toast({ title: localized(t => t('staffInstallation.quota.saved', { name })) })
            onClose()
          },
        },
      )
    },
  })
  const typed = typedBytes(form.values.quota)
  const limit = typed === undefined ? null : (typed ?? defaultStorageQuota)
  const usual =
    defaultStorageQuota === null
      ? t('staffInstallation.quota.noDefault')
      : t('staffInstallation.quota.default', { quota: fileSize(defaultStorageQuota, locale) })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={t('staffInstallation.quota.title', { name })}
      className="dialog dialog--form"
    >
      <form className="form" {...form.props}>
        <p>{t('staffInstallation.companies.stored', { stored: fileSize(storedBytes, locale) })}</p>
        {changing.error && <Alert tone="danger">{failureText(changing.error)}</Alert>}
        <Field
          label={t('staffInstallation.quota.label')}
          mark={t('words.optional')}
          hint={usual}
          error={form.faults.quota}
        >
          <TextInput {...form.text('quota')} inputMode="decimal" autoComplete="off" maxLength={12} data-autofocus="" />
        </Field>
        {limit !== null && limit <= storedBytes && <Alert tone="warning">{t('staffInstallation.quota.full')}</Alert>}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={changing.isPending}>
            {t('staffInstallation.quota.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
