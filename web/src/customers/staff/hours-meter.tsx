import { spokenMinutes } from '../../staff/parts/spoken-minutes.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'
import { Meter } from '../../ui/feedback/meter.tsx'

type Allowance = { inHours: boolean; amount: number; residual: number }

/** What is left of a contract, in hours or units, beside a bar. */
export const HoursMeter = ({ of: { inHours, amount, residual } }: { of: Allowance }) => {
  const { t } = useText()
  const { number } = useStaffFormat()
  const said = (value: number) =>
    inHours ? spokenMinutes(value) : t('staffCustomers.units', { count: Math.abs(value), number: number(value) })
  const [left, total] = [said(residual), said(amount)]
  return (
    <div className="meter-row">
      <Meter
        share={amount > 0 ? residual / amount : 0}
        value={left}
        total=""
        label={t('staffCustomers.left', { left, total })}
      />
    </div>
  )
}
