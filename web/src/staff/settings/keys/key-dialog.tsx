import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DayInput } from '../../../ui/dates/day-input.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { DismissButton, FormDialog } from '../../parts/form-dialog.tsx'
import { PortalsField } from '../parts/portals-field.tsx'
import { makeApiKey } from './data.ts'

type Values = { name: string; portalIds: number[] | null; readOnly: boolean; expiresOn: string }
type Faults = Partial<Record<keyof Values, string>>

type KeyDialogProps = { onClose: () => void; onMade: (made: { name: string; key: string }) => void }

/** Makes an API key. */
export const KeyDialog = ({ onClose, onMade }: KeyDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const make = useMutation(makeApiKey(useQueryClient()))
  const form = useForm<Values, Faults>({
    initial: { name: '', portalIds: null, readOnly: true, expiresOn: '' },
    validate: ({ name, portalIds }) => ({
      ...(!name.trim() && { name: t('errors.fill_required_fields') }),
      ...(portalIds?.length === 0 && { portalIds: t('staffConnections.noPortal') }),
    }),
    onSubmit: ({ expiresOn, ...typed }) => {
      if (make.isPending) return
      make.mutate(
        { ...typed, expiresOn: expiresOn || null },
        {
          onSuccess: ({ apiKey, key }) => onMade({ name: apiKey.name, key }),
          onError: error => {
            const { fields } = failureOf(error)
            if (fields.includes('body.expiresOn')) form.refuse({ expiresOn: t('staffConnections.keys.expiresWrong') })
            if (fields.includes('body.portalIds')) form.refuse({ portalIds: t('staffConnections.noPortal') })
          },
        },
      )
    },
  })
  const { values, faults } = form
  return (
    <FormDialog open onClose={onClose} className="dialog dialog--invite" title={t('staffConnections.keys.new')}>
      <form className="form" {...form.props}>
        {make.error && !form.hasFaults && <Alert tone="danger">{text(make.error)}</Alert>}
        <Field label={t('staffConnections.keys.name')} hint={t('staffConnections.keys.nameHint')} error={faults.name}>
          <TextInput {...form.text('name')} autoComplete="off" maxLength={100} data-autofocus="" />
        </Field>
        <PortalsField {...form.control('portalIds')} error={faults.portalIds} />
        <Checkbox {...form.check('readOnly')}>{t('staffConnections.keys.readsOnly')}</Checkbox>
        <Field
          as="group"
          label={t('staffConnections.keys.expires')}
          mark={t('words.optional')}
          hint={t('staffConnections.keys.expiresHint')}
          error={faults.expiresOn}
        >
          <DayInput
            label={t('staffConnections.keys.expires')}
            placeholder={t('staffConnections.dayPlaceholder')}
            value={values.expiresOn}
            onChange={day => form.set('expiresOn', day)}
          />
        </Field>
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={make.isPending}>
            {t('staffConnections.keys.make')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
