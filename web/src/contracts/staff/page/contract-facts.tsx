import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { numericDay } from '../../../text/format.ts'
import { useText } from '../../../text/use-text.ts'
import { daysUntil } from '../../rules.ts'
import { levelOf, useSaid } from '../left-meter.tsx'

const DAY = 24 * 3_600_000

/** What is left, what was used, how much of it lately, and when it ends. */
export const ContractFacts = ({ contract, now = Date.now() }: { contract: StaffContract; now?: number }) => {
  const { t } = useText()
  const said = useSaid()
  const { allowance, activities, openingUsed, endsOn, startsOn, timeZone, kind, documents, packageList } = contract
  const recent = activities.filter(({ start }) => now - Date.parse(start) < 90 * DAY)
  const usedOf = (rows: typeof activities) =>
    rows.reduce((sum, { minutes, units }) => sum + (allowance?.inHours ? minutes : units), 0)
  const hasEnded = endsOn !== null && Date.parse(endsOn) < now
  const days = endsOn === null || hasEnded ? undefined : daysUntil(endsOn, now)
  return (
    <dl className="record-facts">
      {allowance && (
        <div>
          <dt>{t(kind === 'activity' ? 'staffContracts.facts.left' : 'staffContracts.facts.leastLeft')}</dt>
          <dd data-level={levelOf(allowance)}>
            {said(allowance.inHours, allowance.residual)}{' '}
            <small>{t('staffContracts.facts.of', { total: said(allowance.inHours, allowance.amount) })}</small>
          </dd>
        </div>
      )}
      {kind === 'activity' && allowance ? (
        <>
          <div>
            <dt>{t('staffContracts.facts.used', { day: numericDay(startsOn, { timeZone }) })}</dt>
            <dd>
              {said(allowance.inHours, usedOf(activities) + (openingUsed ?? 0))}
              <small className="fact-line">{t('staffContracts.facts.activities', { count: activities.length })}</small>
            </dd>
          </div>
          <div>
            <dt>{t('staffContracts.facts.recent')}</dt>
            <dd>{said(allowance.inHours, usedOf(recent))}</dd>
          </div>
        </>
      ) : (
        <div>
          <dt>{t('staffContracts.facts.parts')}</dt>
          <dd>
            {packageList.length}
            <small className="fact-line">{t('staffContracts.facts.documents', { count: documents.length })}</small>
          </dd>
        </div>
      )}
      <div>
        <dt>{t(hasEnded ? 'staffContracts.facts.ended' : 'staffContracts.facts.ends')}</dt>
        <dd>
          {endsOn === null ? t('staffContracts.noEnd') : numericDay(endsOn, { timeZone })}
          {days !== undefined && (
            <small className="fact-line">
              {days === 0 ? t('staffContracts.facts.today') : t('staffContracts.facts.days', { count: days })}
            </small>
          )}
        </dd>
      </div>
    </dl>
  )
}
