import type { StaffActivity, StaffContract } from '@portico/contract/staff/records/contracts'
import { Link } from '@tanstack/react-router'
import { FileText, PenLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ActivityDialog } from '../form/activity-dialog.tsx'
import { RemovalDialog } from '../form/removal-dialog.tsx'
import { useSaid } from '../left-meter.tsx'

type ActivitiesSectionProps = { contract: StaffContract }
type Opened = { act: 'note' } | { act: 'correct' | 'remove'; activity: StaffActivity }

const Where = ({ activity: { ticket, visit, report } }: { activity: StaffActivity }) => {
  const { t } = useText()
  const { numericDay } = useStaffFormat()
  if (!ticket && !visit && !report) return <span className="cell-none">–</span>
  return (
    <>
      {ticket && (
        <Link to="/tickets/$ticketid" params={{ ticketid: ticket.id }} search={{ view: 'all' }} title={ticket.title}>
          {t('staffContracts.work.ticket', { number: ticket.ticketNumber })}
        </Link>
      )}
      {visit && <span>{t('staffContracts.work.visit', { day: numericDay(visit.start) })}</span>}
      {report && (
        <a href={report.url} target="_blank" rel="noreferrer" aria-label={report.name} title={report.name}>
          <FileText className="icon icon--sm" aria-hidden="true" />
        </a>
      )}
    </>
  )
}

/** The work under a contract, newest first: noted, corrected and removed from here. */
export const ActivitiesSection = ({ contract }: ActivitiesSectionProps) => {
  const { t } = useText()
  const said = useSaid()
  const { numericDay, clock } = useStaffFormat()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { activities, kind, allowance, packageList } = contract
  const mayNote = kind === 'activity' || packageList.length > 0
  const close = () => setOpened(null)
  const inHours = ({ package: pack }: StaffActivity) =>
    (kind === 'activity' ? allowance : packageList.find(({ id }) => id === pack?.id))?.inHours ?? true
  const columns: PlainColumn<StaffActivity>[] = [
    {
      id: 'work',
      title: t('staffContracts.work.kind'),
      cell: ({ activityTypeName, package: pack, address, changes }) => (
        <>
          {activityTypeName}
          {(pack || address) && <span className="reason-line">{[pack?.name, address].filter(Boolean).join(', ')}</span>}
          {changes > 0 && <span className="reason-line">{t('staffContracts.work.changed', { count: changes })}</span>}
        </>
      ),
    },
    {
      id: 'day',
      title: t('staffContracts.work.day'),
      kind: 'date',
      cell: ({ start }) => (
        <span>
          {numericDay(start)} <span className="quiet">{clock(start)}</span>
        </span>
      ),
    },
    {
      id: 'of',
      title: t('staffContracts.work.of'),
      cell: activity => <Where activity={activity} />,
      isEmpty: ({ ticket, visit, report }) => !ticket && !visit && !report,
    },
    {
      id: 'who',
      title: t('staffContracts.work.who'),
      cell: ({ staff }) => staff?.displayName ?? '–',
      isEmpty: ({ staff }) => staff === null,
    },
    {
      id: 'used',
      title: t('staffContracts.work.used'),
      kind: 'num',
      cell: activity => <b>{said(inHours(activity), inHours(activity) ? activity.minutes : activity.units)}</b>,
    },
    {
      id: 'acts',
      title: t('staffContracts.work.acts'),
      kind: 'act',
      isEmpty: ({ mayChange }) => !mayChange,
      cell: activity =>
        activity.mayChange && (
          <span className="row-tools">
            <IconButton
              label={t('staffContracts.work.correctOf', { work: activity.activityTypeName })}
              onClick={() => setOpened({ act: 'correct', activity })}
            >
              <PenLine className="icon" aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('staffContracts.work.removeOf', { work: activity.activityTypeName })}
              onClick={() => setOpened({ act: 'remove', activity })}
            >
              <Trash2 className="icon" aria-hidden="true" />
            </IconButton>
          </span>
        ),
    },
  ]
  return (
    <section className="record-section" aria-labelledby="activities-title">
      <div className="section-head">
        <h2 id="activities-title">
          {t('staffContracts.work.title')} <span className="page-count">{activities.length}</span>
        </h2>
        {mayNote && (
          <Button onClick={() => setOpened({ act: 'note' })}>
            <Plus className="icon" aria-hidden="true" />
            {t('staffContracts.work.note')}
          </Button>
        )}
      </div>
      {activities.length === 0 ? (
        <p className="quiet">{t('staffContracts.work.none')}</p>
      ) : (
        <PlainTable labelledBy="activities-title" columns={columns} rows={activities} keyOf={({ id }) => id} />
      )}
      {opened?.act === 'note' && <ActivityDialog contract={contract} onClose={close} />}
      {opened?.act === 'correct' && <ActivityDialog contract={contract} activity={opened.activity} onClose={close} />}
      {opened?.act === 'remove' && <RemovalDialog contract={contract} activity={opened.activity} onClose={close} />}
    </section>
  )
}
