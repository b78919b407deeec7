import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { type ReactNode, useMemo } from 'react'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { formatOf } from '../../../text/format-of.ts'
import { useText } from '../../../text/use-text.ts'
import { ActivityTable } from '../../activity-table.tsx'
import { AllowanceMeter } from '../../allowance-meter.tsx'
import { ContractItem } from '../../contract-item.tsx'
import { type ContractManner, ContractMannerContext } from '../../contract-manner.ts'
import { readAllowance } from '../../rules.ts'
import { ServiceContractBody } from '../../service-contract-body.tsx'
import '../../contracts.css'

const FileLink: ContractManner['FileLink'] = ({ className = '', label, children }) => (
  <span className={`row-link ${className}`} title={label}>
    {children}
  </span>
)
const AssetLink: ContractManner['AssetLink'] = ({ children }) => <span className="tag">{children}</span>
const nothing = () => {}

const Activity = ({ of }: { of: NonNullable<StaffContract['seenAs']['activity']> }) => {
  const { t } = useText()
  const { inHours } = readAllowance(of)
  return (
    <ContractItem
      {...of}
      sub={t(inHours ? 'contracts.kind.hours' : 'contracts.kind.units')}
      aside={<AllowanceMeter of={of} />}
      open
      onToggle={nothing}
    >
      {() => (
        <div className="contract-indent">
          <ActivityTable caption={of.name} activities={of.activities} inHours={inHours} />
        </div>
      )}
    </ContractItem>
  )
}

const Service = ({ of }: { of: NonNullable<StaffContract['seenAs']['service']> }) => (
  <ContractItem {...of} start={of.activeFrom} end={of.activeTo} service aside={null} open onToggle={nothing}>
    {() => <ServiceContractBody contract={of} />}
  </ContractItem>
)

/** A contract as its customer sees it: drawn by what draws it there, of what the customer's own call answers. */
export const SeenContract = ({ contract }: { contract: StaffContract }): ReactNode => {
  const { t } = useText()
  const { locale } = useStaffFormat()
  const { timeZone, portal, seenAs } = contract
  const manner = useMemo(
    () => ({ format: formatOf({ locale, timeZone }), shownFile: undefined, FileLink, AssetLink }),
    [locale, timeZone],
  )
  return (
    <section className="seen-by-customer" aria-labelledby="seen-title">
      <h2 id="seen-title">{t('staffRecords.seen')}</h2>
      <div className="portal-theme contract-lines" style={{ '--portal-base': portal.baseColor }} inert>
        <ContractMannerContext value={manner}>
          {seenAs.activity && <Activity of={seenAs.activity} />}
          {seenAs.service && <Service of={seenAs.service} />}
        </ContractMannerContext>
      </div>
    </section>
  )
}
