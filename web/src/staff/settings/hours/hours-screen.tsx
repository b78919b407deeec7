import type { WorkingCalendar } from '@portico/contract/staff/working-hours'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import type { Week } from '../../parts/week/week.ts'
import { NextClosings, WeekBars } from '../../parts/week/week-bars.tsx'
import { useMe } from '../../session/use-me.ts'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { SettingsSection } from '../parts/settings-section.tsx'
import { portalClocks, removeHours, workingHours } from './data.ts'
import { HoursForm } from './hours-form.tsx'

const morningAndAfternoon = [
  { from: '08:30', to: '12:30' },
  { from: '14:00', to: '18:00' },
]
const usualWeek: Week = Array.from({ length: 7 }, (_, day) => (day < 5 ? morningAndAfternoon : []))

type CalendarSectionProps = {
  title: string
  portalId: number | null
  timeZone: string
  calendar: WorkingCalendar | undefined
  /** What holds where there is none of its own, and with what it begins. */
  otherwise: { text: string; set: string; calendar: WorkingCalendar | undefined }
}

const CalendarSection = ({ title, portalId, timeZone, calendar, otherwise }: CalendarSectionProps) => {
  const { t } = useText()
  const [isEditing, setEditing] = useState(false)
  // The version that was shown when it was asked whether to remove it, also where a newer one is read meanwhile.
  const [asked, setAsked] = useState<string>()
  const remove = useMutation({
    ...removeHours(useQueryClient()),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  const begins = calendar ?? otherwise.calendar
  return (
    <SettingsSection
      title={title}
      action={
        !isEditing && (
          <span className="button-row">
            <Button onClick={() => setEditing(true)}>{calendar ? t('staffHours.change') : otherwise.set}</Button>
            {calendar && (
              <Button tone="ghost" onClick={() => setAsked(calendar.version)}>
                {t('staffHours.remove')}
              </Button>
            )}
          </span>
        )
      }
    >
      {isEditing ? (
        <HoursForm
          portalId={portalId}
          timeZone={timeZone}
          version={calendar?.version ?? '0'}
          initial={{ week: begins?.week ?? usualWeek, closings: begins?.closings ?? [] }}
          onDone={() => setEditing(false)}
        />
      ) : calendar ? (
        <>
          <WeekBars week={calendar.week} />
          <NextClosings upcoming={calendar.upcoming} />
        </>
      ) : (
        <p className="settings-lead">{otherwise.text}</p>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        danger
        title={t('staffHours.removeAsk')}
        confirm={t('staffHours.remove')}
        cancel={t('words.cancel')}
        busy={remove.isPending}
        onConfirm={() =>
          asked !== undefined && remove.mutate({ portalId, version: asked }, { onSettled: () => setAsked(undefined) })
        }
        onCancel={() => setAsked(undefined)}
      >
        {portalId === null ? t('staffHours.removeText') : t('staffHours.removeOwnText')}
      </ConfirmDialog>
    </SettingsSection>
  )
}

/** When the company works: tickets are due after working hours only. */
export const HoursScreen = () => {
  const { t } = useText()
  const { portals } = useMe()
  const query = useQuery(workingHours)
  const clocks = useQuery(portalClocks)
  useStaffScreen('staff-hours', t('staffSettings.nav.hours'))
  const calendars = clocks.data && query.data
  /** The company goes by the clock of its first portal. */
  const zoneOf = (portalId: number | null) => {
    const rows = clocks.data?.toSorted((a, b) => a.id - b.id) ?? []
    return (rows.find(({ id }) => id === portalId) ?? rows[0])?.timeZone ?? 'UTC'
  }
  const company = calendars?.find(({ portal }) => portal === null)
  const hasSeveral = portals.length > 1 || calendars?.some(({ portal }) => portal !== null)
  return (
    <>
      <SettingsSection
        title={t('staffSettings.nav.hours')}
        lead={t('staffHours.lead')}
        query={clocks.data ? query : clocks}
      />
      {calendars && (
        <CalendarSection
          title={t('staffHours.company')}
          portalId={null}
          timeZone={zoneOf(null)}
          calendar={company}
          otherwise={{ text: t('staffHours.none'), set: t('staffHours.set'), calendar: undefined }}
        />
      )}
      {calendars &&
        hasSeveral &&
        portals.map(({ id, webPortalName }) => (
          <CalendarSection
            key={id}
            title={webPortalName}
            portalId={id}
            timeZone={zoneOf(id)}
            calendar={calendars.find(({ portal }) => portal?.id === id)}
            otherwise={{ text: t('staffHours.asCompany'), set: t('staffHours.setOwn'), calendar: company }}
          />
        ))}
    </>
  )
}
