import { spokenMinutes } from '../../staff/parts/spoken-minutes.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'
import { Meter } from '../../ui/feedback/meter.tsx'

type Allowance = { inHours: boolean; amount: number; residual: number }

/** Minutes or units as somebody says them. */
export const useSaid = () => {
  const { t } = useText()
  const { number } = useStaffFormat()
  return (inHours: boolean, value: number) =>
    inHours ? spokenMinutes(value) : t('staffContracts.units', { count: Math.abs(value), number: number(value) })
}

/** How much is left: from a quarter down a warning. */
export const levelOf = ({ amount, residual }: Allowance): 'out' | 'low' | undefined => {
  if (residual <= 0) return 'out'
  return residual * 4 <= amount ? 'low' : undefined
}

/** What is left of a contract or package, beside a bar. */
export const LeftMeter = ({ of: { inHours, amount, residual } }: { of: Allowance }) => {
  const { t } = useText()
  const said = useSaid()
  const [left, total] = [said(inHours, residual), said(inHours, amount)]
  return (
    <span className="left-meter">
      <Meter
        share={amount > 0 ? residual / amount : 0}
        value={left}
        total=""
        label={t('staffContracts.leftOf', { left, total })}
      />
    </span>
  )
}
