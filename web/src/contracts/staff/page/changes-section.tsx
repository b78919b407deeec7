import type { ActivityFacts, StaffActivityChange, StaffContract } from '@portico/contract/staff/records/contracts'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useText } from '../../../text/use-text.ts'
import { useSaid } from '../left-meter.tsx'

/** What was different before: each fact with what it is now. */
const useDifferences = () => {
  const { t } = useText()
  const said = useSaid()
  const { numericDay, clock } = useStaffFormat()
  const show = (facts: ActivityFacts) => ({
    work: facts.activityTypeName,
    day: `${numericDay(facts.start)} ${clock(facts.start)}`,
    used: facts.units > 0 ? said(false, facts.units) : said(true, facts.minutes),
    who: facts.staff ?? t('staffContracts.work.nobody'),
    address: facts.address ?? t('staffContracts.work.remote'),
  })
  return ({ before, after }: StaffActivityChange): string => {
    const was = show(before)
    if (!after) return t('staffContracts.changes.removed', was)
    const now = show(after)
    return (Object.keys(was) as (keyof typeof was)[])
      .filter(name => was[name] !== now[name])
      .map(name => t('staffContracts.changes.from', { before: was[name], after: now[name] }))
      .join('; ')
  }
}

/** What was corrected of the activities: who, when, what it was, and why. */
export const ChangesSection = ({ contract: { changes } }: { contract: StaffContract }) => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  const differences = useDifferences()
  if (changes.length === 0) return null
  return (
    <section className="record-section" aria-labelledby="changes-title">
      <div className="section-head">
        <h2 id="changes-title">
          {t('staffContracts.changes.title')} <span className="page-count">{changes.length}</span>
        </h2>
      </div>
      <ul className="change-lines">
        {changes.map(change => (
          <li key={change.id}>
            <span>
              <b>{change.before.activityTypeName}</b>: {differences(change)}
            </span>
            <span className="reason-line">
              {t('staffContracts.changes.why', {
                reason: change.reason,
                name: change.staff ?? t('staffContracts.changes.somebody'),
                day: numericDay(change.at),
                time: clock(change.at),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
