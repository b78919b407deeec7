import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../../api/failures.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { changePortal, staffPortal, type TaggedPortal } from '../portal/data.ts'

const BrandForm = ({ portal }: { portal: TaggedPortal }) => {
  const { t } = useTranslation()
  const text = useFailureText()
  const { mutate, error, isPending } = useMutation(changePortal(useQueryClient(), portal.id))
  const { webPortalName, baseColor, etag } = portal
  const form = useForm({
    initial: { webPortalName, baseColor },
    validate: values => ({ webPortalName: values.webPortalName.trim() === '' && t('staffPortals.new.required') }),
    onSubmit: change => mutate({ change, etag }),
  })
  return (
    <form className="portal-new" {...form.props}>
      <Field label={t('staffBrand.name')} error={form.faults.webPortalName}>
        <TextInput {...form.text('webPortalName')} maxLength={200} />
      </Field>
      <Field label={t('staffBrand.colour')}>
        <TextInput {...form.text('baseColor')} maxLength={100} spellCheck={false} />
      </Field>
      {error && <Alert tone="danger">{text(error)}</Alert>}
      <div className="button-row">
        <Button type="submit" tone="primary" busy={isPending}>
          {t('staffBrand.publish')}
        </Button>
      </div>
    </form>
  )
}

/** The look of a portal. */
export const BrandScreen = () => {
  const { t } = useTranslation()
  const { portalid } = useParams({ from: '/room/portals/$portalid' })
  const { data } = useQuery(staffPortal(portalid))
  useStaffScreen('staff-brand', t('staffBrand.title'))
  return <div className="staff-scroll">{data && <BrandForm key={data.etag} portal={data} />}</div>
}
