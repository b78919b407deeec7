import type { ComponentProps, ReactNode } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import type { useContractWriting } from './use-contract-writing.ts'

type TextProps = Pick<ComponentProps<typeof TextInput>, 'name' | 'defaultValue' | 'onChange'>

type ContractFormProps = {
  title: string
  isNew: boolean
  writing: ReturnType<typeof useContractWriting>
  form: {
    props: ComponentProps<'form'>
    hasFaults: boolean
    faults: { [Name in 'name' | 'start' | 'end' | 'customer']?: string | undefined }
    text: (name: 'name' | 'start' | 'end') => TextProps
  }
  /** Whether it may run without an end. */
  isEndless: boolean
  /** Finds the customer of a new one; absent: it is known. */
  customerField?: ReactNode
  children: ReactNode
  onClose: () => void
}

/** What the forms of all contracts share: customer, name, first and last day, what went wrong, and the buttons. */
export const ContractForm = ({
  title,
  isNew,
  writing: { error, crossed, isBusy },
  form: { props, hasFaults, faults, text },
  isEndless,
  customerField,
  children,
  onClose,
}: ContractFormProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  return (
    <FormDialog open onClose={onClose} className="dialog dialog--record" title={title}>
      <form className="form" {...props}>
        {error && !hasFaults && !crossed && <Alert tone="danger">{failureText(error)}</Alert>}
        {crossed && <Alert tone="warning">{crossed}</Alert>}
        {customerField && (
          <Field as="group" label={t('staffRecords.customer.name')} error={faults.customer}>
            {customerField}
          </Field>
        )}
        <Field label={t('staffContracts.form.name')} hint={t('staffContracts.form.nameHint')} error={faults.name}>
          <TextInput {...text('name')} autoComplete="off" maxLength={200} data-autofocus="" />
        </Field>
        <div className="form-pair">
          <Field label={t('staffContracts.form.start')} error={faults.start}>
            <TextInput {...text('start')} type="date" />
          </Field>
          <Field
            label={t('staffContracts.form.end')}
            mark={isEndless ? t('staffRecords.optional') : undefined}
            hint={isEndless ? t('staffContracts.form.noEndHint') : undefined}
            error={faults.end}
          >
            <TextInput {...text('end')} type="date" />
          </Field>
        </div>
        {children}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={isBusy}>
            {isNew ? t('staffContracts.form.create') : t('staffRecords.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
