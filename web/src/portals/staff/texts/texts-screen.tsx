import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { useUnsavedValues } from '../../../staff/parts/unsaved.tsx'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { staffPortal, type TaggedPortal } from '../portal/data.ts'
import { Part } from '../settings/part.tsx'
import { SaveFailure } from '../settings/save-failure.tsx'
import { Tab } from '../settings/tab.tsx'
import { usePortalChange } from '../settings/use-portal-change.ts'
import { Privacy } from './privacy.tsx'

const CoverForm = ({ portal }: { portal: TaggedPortal }) => {
  const { t } = useText()
  const { save, error, isPending, isCrossed } = usePortalChange(portal)
  const form = useForm({
    initial: { coverText: portal.coverText ?? '' },
    validate: () => ({}),
    onSubmit: typed => save({ coverText: typed.coverText.trim() || null }, () => unsaved.noteSaved(typed)),
  })
  const unsaved = useUnsavedValues(form.values)
  return (
    <form className="form" {...form.props}>
      {unsaved.question}
      <Field label={t('staffPortalSettings.texts.cover')} hint={t('staffPortalSettings.texts.coverHint')}>
        <Textarea {...form.text('coverText')} maxLength={500} rows={2} />
      </Field>
      <SaveFailure error={error} isCrossed={isCrossed} />
      <div className="button-row">
        <Button type="submit" busy={isPending}>
          {t('staffPortalSettings.save')}
        </Button>
      </div>
    </form>
  )
}

/** What customers read: the sign-in page, and the privacy terms with their versions. */
export const TextsScreen = () => {
  const { t } = useText()
  const { portalid } = useParams({ from: '/signed-in/portals/$portalid' })
  const portal = useQuery(staffPortal(portalid))
  useStaffScreen('staff-portal-texts', t('staffPortalSettings.texts.title'))
  return (
    <Tab>
      <Privacy portalid={portalid} />
      <Part title={t('staffPortalSettings.texts.cover')}>
        <Loaded query={portal}>{data => <CoverForm key={data.id} portal={data} />}</Loaded>
      </Part>
    </Tab>
  )
}
