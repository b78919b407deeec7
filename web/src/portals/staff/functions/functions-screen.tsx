import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { Switch } from '../../../staff/parts/switch.tsx'
import { useUnsavedValues } from '../../../staff/parts/unsaved.tsx'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { staffPortal, type TaggedPortal } from '../portal/data.ts'
import { Part } from '../settings/part.tsx'
import { SaveFailure } from '../settings/save-failure.tsx'
import { Tab } from '../settings/tab.tsx'
import { usePortalChange } from '../settings/use-portal-change.ts'

const zones = Intl.supportedValuesOf('timeZone')

const isZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

type OneSwitch = {
  key: 'serviceContracts' | 'editor' | 'passwords' | 'bookings'
  isOn: boolean
  set: (on: boolean) => void
}

const Switches = ({ portal }: { portal: TaggedPortal }) => {
  const { t } = useText()
  const { set: change, error, isPending, isCrossed } = usePortalChange(portal)
  const switches: OneSwitch[] = [
    {
      key: 'serviceContracts',
      isOn: portal.enableServiceContracts,
      set: on => change({ enableServiceContracts: on }),
    },
    { key: 'editor', isOn: !portal.disableHtmlEditor, set: on => change({ disableHtmlEditor: !on }) },
    { key: 'passwords', isOn: !portal.disablePasswords, set: on => change({ disablePasswords: !on }) },
    { key: 'bookings', isOn: portal.confirmBookings, set: on => change({ confirmBookings: on }) },
  ]
  return (
    <>
      {switches.map(({ key, isOn, set }) => (
        <div key={key} className="setting-switch">
          <Switch checked={isOn} onChange={on => !isPending && set(on)}>
            {t(`staffPortalSettings.functions.${key}.name`)}
          </Switch>
          <small>{t(`staffPortalSettings.functions.${key}.${isOn ? 'on' : 'off'}`)}</small>
        </div>
      ))}
      <SaveFailure error={error} isCrossed={isCrossed} />
    </>
  )
}

const ZoneForm = ({ portal }: { portal: TaggedPortal }) => {
  const { t } = useText()
  const { save, error, isPending, isCrossed } = usePortalChange(portal)
  const form = useForm({
    initial: { timeZone: portal.timeZone },
    validate: ({ timeZone }) => ({
      timeZone: !isZone(timeZone.trim()) && t('staffPortalSettings.functions.timeZoneWrong'),
    }),
    onSubmit: typed => save({ timeZone: typed.timeZone.trim() }, () => unsaved.noteSaved(typed)),
  })
  const unsaved = useUnsavedValues(form.values)
  return (
    <form className="form" {...form.props}>
      {unsaved.question}
      <Field
        label={t('staffPortalSettings.functions.timeZone')}
        hint={t('staffPortalSettings.functions.timeZoneHint')}
        error={form.faults.timeZone}
      >
        <TextInput
          {...form.text('timeZone')}
          list="portal-zones"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <datalist id="portal-zones">
        {zones.map(zone => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <SaveFailure error={error} isCrossed={isCrossed} />
      <div className="button-row">
        <Button type="submit" busy={isPending}>
          {t('staffPortalSettings.save')}
        </Button>
      </div>
    </form>
  )
}

/** What a portal offers its customers. */
export const FunctionsScreen = () => {
  const { t } = useText()
  const { portalid } = useParams({ from: '/signed-in/portals/$portalid' })
  const portal = useQuery(staffPortal(portalid))
  useStaffScreen('staff-portal-functions', t('staffPortalSettings.functions.title'))
  return (
    <Tab>
      <Part title={t('staffPortalSettings.functions.title')} lead={t('staffPortalSettings.functions.lead')}>
        <Loaded query={portal}>{data => <Switches portal={data} />}</Loaded>
        <p className="lead">{t('staffPortalSettings.functions.permissions')}</p>
      </Part>
      <Part title={t('staffPortalSettings.functions.timeZone')}>
        <Loaded query={portal}>{data => <ZoneForm key={data.id} portal={data} />}</Loaded>
      </Part>
      <Part title={t('staffPortalSettings.functions.language')}>
        <p className="lead">{t('staffPortalSettings.functions.languageText')}</p>
      </Part>
    </Tab>
  )
}
