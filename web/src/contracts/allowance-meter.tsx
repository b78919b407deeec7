import type { ActivityContract, ContractPackage } from '@portico/contract/contracts'
import { useText } from '../text/use-text.ts'
import { Meter } from '../ui/feedback/meter.tsx'
import { readAllowance } from './rules.ts'
import { useAmounts } from './use-amounts.ts'

/** What remains of the amount of a contract or package. */
export const AllowanceMeter = ({ of }: { of: ActivityContract | ContractPackage }) => {
  const { t } = useText()
  const amounts = useAmounts()
  const { inHours, amount, residual, share } = readAllowance(of)
  const remaining = amounts.of(inHours, residual)
  const total = amounts.of(inHours, amount)
  return (
    <Meter
      share={share}
      value={remaining}
      total={t('contracts.of', { total })}
      label={t('contracts.leftOf', { left: remaining, total })}
    />
  )
}
