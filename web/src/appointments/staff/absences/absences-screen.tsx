import type { Absence } from '@portico/contract/staff/planning/absences'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarOff, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure, useFailureText } from '../../../api/failures.ts'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { useZone } from '../frame/use-zone.ts'
import { VisitPage } from '../frame/visit-page.tsx'
import { AbsenceDialog } from './absence-dialog.tsx'
import { absences, dropAbsence } from './data.ts'

/** When an absence is, on the clock of the company. */
const Span = ({ absence }: { absence: Absence }) => {
  const { from, to, isAllDay, timeZone } = absence
  const { pickerDay } = useStaffFormat()
  const zone = useZone(timeZone)
  if (isAllDay) return from === to ? pickerDay(from) : `${pickerDay(from)} – ${pickerDay(to)}`
  const [firstDay = '', lastDay = ''] = [from.slice(0, 10), to.slice(0, 10)]
  const end = firstDay === lastDay ? to.slice(11) : `${pickerDay(lastDay)}, ${to.slice(11)}`
  return (
    <>
      {pickerDay(firstDay)}, {from.slice(11)} – {end}
      {zone.note && <span className="cell-line">{zone.note}</span>}
    </>
  )
}

/** Who is away, and when. */
export const AbsencesScreen = () => {
  const { t } = useText()
  const text = useFailureText()
  const me = useMe()
  const query = useQuery(absences)
  const [edited, setEdited] = useState<Absence | 'new'>()
  const [asked, setAsked] = useState<Absence>()
  const drop = useMutation({
    ...dropAbsence(useQueryClient()),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  const isOffice = me.role !== 'technician'
  useStaffScreen('staff-absences', t('staffAbsences.title'))
  const columns: PlainColumn<Absence>[] = [
    { id: 'who', title: t('staffAbsences.who'), cell: ({ staffUser }) => staffUser.displayName },
    { id: 'when', title: t('staffAbsences.when'), cell: absence => <Span absence={absence} /> },
    {
      id: 'why',
      title: t('staffAbsences.why'),
      cell: ({ kind, note }) => (
        <>
          {t(`staffAbsences.kind.${kind ?? 'away'}`)}
          {note && <span className="cell-line">{note}</span>}
        </>
      ),
    },
    ...(isOffice
      ? [
          {
            id: 'acts',
            title: t('staffAbsences.acts'),
            kind: 'act' as const,
            cell: (absence: Absence) => (
              <>
                <IconButton
                  label={t('staffAbsences.edit', { name: absence.staffUser.displayName })}
                  onClick={() => setEdited(absence)}
                >
                  <Pencil className="icon" aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={t('staffAbsences.remove', { name: absence.staffUser.displayName })}
                  onClick={() => setAsked(absence)}
                >
                  <Trash2 className="icon" aria-hidden="true" />
                </IconButton>
              </>
            ),
          },
        ]
      : []),
  ]
  const add = isOffice && (
    <Button tone="primary" onClick={() => setEdited('new')}>
      <Plus className="icon" aria-hidden="true" />
      {t('staffAbsences.add')}
    </Button>
  )
  const timeZone = query.data?.[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <VisitPage title={t('staffAbsences.title')} end={add}>
      <div className="visit-list">
        {query.error && !query.data ? (
          <RetryPanel
            title={t('words.couldNotLoad')}
            retry={t('words.retry')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          >
            {text(query.error)}
          </RetryPanel>
        ) : query.data?.length === 0 ? (
          <EmptyState icon={<CalendarOff className="icon" />} title={t('staffAbsences.empty')}>
            {t('staffAbsences.emptyText')}
          </EmptyState>
        ) : (
          <PlainTable label={t('staffAbsences.title')} columns={columns} rows={query.data} keyOf={({ id }) => id} />
        )}
      </div>
      {edited && (
        <AbsenceDialog
          absence={edited === 'new' ? undefined : edited}
          timeZone={timeZone}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={t('staffAbsences.removeAsk', { name: asked?.staffUser.displayName ?? '' })}
        confirm={t('staffAbsences.removeConfirm')}
        cancel={t('words.cancel')}
        onConfirm={() => {
          if (asked) drop.mutate(asked)
          setAsked(undefined)
        }}
        onCancel={() => setAsked(undefined)}
      >
        {t('staffAbsences.removeText')}
      </ConfirmDialog>
    </VisitPage>
  )
}
