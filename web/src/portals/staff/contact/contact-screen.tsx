import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { useUnsavedValues } from '../../../staff/parts/unsaved.tsx'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { staffPortal, type TaggedPortal } from '../portal/data.ts'
import { isAddress } from '../settings/address.ts'
import { Part } from '../settings/part.tsx'
import { SaveFailure } from '../settings/save-failure.tsx'
import { Tab } from '../settings/tab.tsx'
import { usePortalChange } from '../settings/use-portal-change.ts'

const MAX = 500

const ContactForm = ({ portal }: { portal: TaggedPortal }) => {
  const { t } = useText()
  const { save, error, isPending, isCrossed } = usePortalChange(portal)
  const form = useForm({
    initial: {
      supportPhone: portal.supportPhone ?? '',
      supportEmail: portal.supportEmail ?? '',
      supportHours: portal.supportHours ?? '',
      address: portal.address ?? '',
    },
    validate: ({ supportEmail }) => ({
      supportEmail:
        supportEmail.trim() !== '' && !isAddress(supportEmail) && t('staffPortalSettings.contact.emailWrong'),
    }),
    onSubmit: typed => {
      const { supportPhone, supportEmail, supportHours, address } = typed
      save(
        {
          supportPhone: supportPhone.trim() || null,
          supportEmail: supportEmail.trim() || null,
          supportHours: supportHours.trim() || null,
          address: address.trim() || null,
        },
        () => unsaved.noteSaved(typed),
      )
    },
  })
  const unsaved = useUnsavedValues(form.values)
  const { supportPhone, supportEmail, supportHours, address } = form.values
  const facts = [
    [t('staffPortalSettings.contact.phone'), supportPhone],
    [t('staffPortalSettings.contact.email'), supportEmail],
    [t('staffPortalSettings.contact.hours'), supportHours],
    [t('staffPortalSettings.contact.address'), address],
  ].filter(([, value]) => value?.trim())
  return (
    <div className="setting-split">
      {unsaved.question}
      <form className="form" {...form.props}>
        <Field label={t('staffPortalSettings.contact.phone')}>
          <TextInput {...form.text('supportPhone')} type="tel" maxLength={MAX} autoComplete="off" />
        </Field>
        <Field
          label={t('staffPortalSettings.contact.email')}
          hint={t('staffPortalSettings.contact.emailHint')}
          error={form.faults.supportEmail}
        >
          <TextInput
            {...form.text('supportEmail')}
            type="email"
            maxLength={320}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label={t('staffPortalSettings.contact.hours')} hint={t('staffPortalSettings.contact.hoursHint')}>
          <Textarea {...form.text('supportHours')} maxLength={MAX} rows={3} />
        </Field>
        <Field label={t('staffPortalSettings.contact.address')}>
          <Textarea {...form.text('address')} maxLength={MAX} rows={3} />
        </Field>
        <SaveFailure error={error} isCrossed={isCrossed} />
        <div className="button-row">
          <Button type="submit" tone="primary" busy={isPending}>
            {t('staffPortalSettings.save')}
          </Button>
        </div>
      </form>
      <aside className="setting-preview" aria-label={t('staffPortalSettings.contact.preview')}>
        <b>{t('staffPortalSettings.contact.preview')}</b>
        {facts.length === 0 ? (
          <p>{t('staffPortalSettings.contact.previewEmpty')}</p>
        ) : (
          <dl>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </aside>
    </div>
  )
}

/** How customers reach the company. */
export const ContactScreen = () => {
  const { t } = useText()
  const { portalid } = useParams({ from: '/signed-in/portals/$portalid' })
  const portal = useQuery(staffPortal(portalid))
  useStaffScreen('staff-portal-contact', t('staffPortalSettings.contact.title'))
  return (
    <Tab>
      <Part title={t('staffPortalSettings.contact.title')} lead={t('staffPortalSettings.contact.lead')}>
        <Loaded query={portal}>{data => <ContactForm key={data.id} portal={data} />}</Loaded>
      </Part>
    </Tab>
  )
}
