import { type StaffWebhook, webhookTypes } from '@portico/contract/staff/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { DismissButton, FormDialog } from '../../parts/form-dialog.tsx'
import { PortalsField } from '../parts/portals-field.tsx'
import { changeWebhook, makeWebhook } from './data.ts'
import './webhooks.css'

type Values = { url: string; allTypes: boolean; types: string[]; portalIds: number[] | null }
type Faults = Partial<Record<keyof Values, string>>

type WebhookDialogProps = {
  /** The webhook that is changed; undefined: one is made. */
  webhook?: StaffWebhook
  onClose: () => void
  onMade?: (made: { webhook: StaffWebhook; secret: string }) => void
}

/** Makes a webhook, or changes where it leads and what it is sent. */
export const WebhookDialog = ({ webhook, onClose, onMade }: WebhookDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const client = useQueryClient()
  const make = useMutation({ ...makeWebhook(client) })
  const change = useMutation({ ...changeWebhook(client) })
  const onError = (error: unknown) => {
    if (failureOf(error).fields.includes('body.url')) form.refuse({ url: t('staffConnections.webhooks.urlRefused') })
  }
  const form = useForm<Values, Faults>({
    initial: {
      url: webhook?.url ?? 'https://',
      allTypes: !webhook?.types,
      types: webhook?.types ?? [],
      portalIds: webhook?.portals?.map(({ id }) => id) ?? null,
    },
    validate: ({ url, allTypes, types, portalIds }) => ({
      ...(!/^https?:\/\/[^\s/]/.test(url.trim()) && { url: t('staffConnections.webhooks.urlWrong') }),
      ...(!allTypes && types.length === 0 && { types: t('staffConnections.webhooks.noType') }),
      ...(portalIds?.length === 0 && { portalIds: t('staffConnections.noPortal') }),
    }),
    onSubmit: ({ url, allTypes, types, portalIds }) => {
      if (make.isPending || change.isPending) return
      const body = { url: url.trim(), types: allTypes ? [] : types, portalIds }
      if (webhook) change.mutate({ webhookid: webhook.id, ...body }, { onSuccess: onClose, onError })
      else make.mutate(body, { onSuccess: made => onMade?.(made), onError })
    },
  })
  const { values, faults } = form
  const error = make.error ?? change.error
  const toggle = (type: string, isOn: boolean) =>
    form.set('types', isOn ? [...values.types, type] : values.types.filter(one => one !== type))
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--invite"
      title={webhook ? t('staffConnections.webhooks.change') : t('staffConnections.webhooks.new')}
    >
      <form className="form" {...form.props}>
        {error && !form.hasFaults && <Alert tone="danger">{text(error)}</Alert>}
        <Field
          label={t('staffConnections.webhooks.url')}
          hint={t('staffConnections.webhooks.urlHint')}
          error={faults.url}
        >
          <TextInput
            {...form.text('url')}
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            data-autofocus=""
          />
        </Field>
        <PortalsField {...form.control('portalIds')} error={faults.portalIds} />
        <Checkbox {...form.check('allTypes')}>{t('staffConnections.webhooks.allTypes')}</Checkbox>
        {!values.allTypes && (
          <Field as="group" label={t('staffConnections.webhooks.types')} error={faults.types}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second frame within that of the field */}
            <div className="check-grid type-grid" role="group" aria-label={t('staffConnections.webhooks.types')}>
              {webhookTypes.map(type => (
                <Checkbox
                  key={type}
                  name="choice"
                  checked={values.types.includes(type)}
                  onChange={event => toggle(type, event.target.checked)}
                >
                  <span className="mono">{type}</span>
                </Checkbox>
              ))}
            </div>
          </Field>
        )}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={make.isPending || change.isPending}>
            {webhook ? t('staffConnections.webhooks.save') : t('staffConnections.webhooks.make')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
