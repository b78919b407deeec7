import { type ContractActivity, physicalAddress } from '@portico/contract/contracts'
import { FileText, MapPin } from 'lucide-react'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Avatar } from '../ui/feedback/avatar.tsx'
import { useContractManner } from './contract-manner.ts'
import { activityKey, type ListedActivity } from './rules.ts'
import { useAmounts } from './use-amounts.ts'
import './activity-table.css'

type ActivityTableProps = { caption: string; activities: readonly ListedActivity[]; inHours?: boolean }

/** Activities, newest first: when, what, how much of the contract they used, who, where, and the report. */
export const ActivityTable = ({ caption, activities, inHours }: ActivityTableProps) => {
  const { t } = useText()
  if (activities.length === 0) return <p className="contract-none">{t('contracts.noActivities')}</p>
  return (
    <div className="contract-table-wrap">
      <table className="contract-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('contracts.date')}</th>
            <th scope="col">{t('contracts.activity')}</th>
            <th scope="col">{t('contracts.technician')}</th>
            <th scope="col" className="contract-place-cell" data-prio="3">
              {t('contracts.place')}
            </th>
            <th scope="col" className="cell-num">
              {t('contracts.used')}
            </th>
            <th scope="col">
              <span className="sr-only">{t('contracts.report')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {activities.map(activity => (
            <ActivityRow key={activity.id} activity={activity} inHours={inHours} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const ActivityRow = ({ activity, inHours }: { activity: ListedActivity; inHours?: boolean }) => {
  const { t } = useText()
  const { format, shownFile, FileLink } = useContractManner()
  const amounts = useAmounts()
  const { id, activityTypeName, packageName, start, minutes, units, assignedUser } = activity
  const key = activityKey(id)
  const name = assignedUser && `${assignedUser.firstName} ${assignedUser.lastName}`
  const byHours = inHours ?? units === 0
  return (
    <tr data-shown={shownFile === key || undefined}>
      <td className="num contract-when">
        <span className="contract-day">{format.ticketDay(start)}</span>{' '}
        <span className="contract-clock">{format.clock(start)}</span>
      </td>
      <td>
        <b>{activityTypeName}</b>
        {packageName && <span className="contract-below">{packageName}</span>}
        <span className="contract-place-below">
          <Place activity={activity} />
        </span>
      </td>
      <td className="contract-who">
        {name && (
          <span className="avatar-name">
            <Avatar name={name} src={assignedUser?.profileImage} />
            {name}
          </span>
        )}
      </td>
      <td className="cell-muted contract-place-cell" data-prio="3">
        <Place activity={activity} />
      </td>
      <td className="cell-num num">{amounts.of(byHours, byHours ? minutes : units)}</td>
      <td className="cell-actions">
        {activity.reportDocumentUrl === null ? (
          <span className="page-sub contract-word">{t('contracts.noReport')}</span>
        ) : (
          <FileLink
            fileKey={key}
            className={buttonClass({ tone: 'ghost', size: 'sm' })}
            label={t('contracts.reportOf', { activity: activityTypeName, day: format.numericDay(start) })}
          >
            <FileText className="icon" aria-hidden="true" />
            <span className="contract-word">{t('contracts.report')}</span>
          </FileLink>
        )}
      </td>
    </tr>
  )
}

const Place = ({ activity: { addressType, activityLocation_Address } }: { activity: ContractActivity }) => {
  const { t } = useText()
  if (addressType !== physicalAddress) return t('contracts.remote')
  if (!activityLocation_Address) return null
  return (
    <span className="contract-place">
      <MapPin className="icon icon--sm" aria-hidden="true" />
      {activityLocation_Address}
    </span>
  )
}
