import type { ReactNode } from 'react'

/** Props of Meter. `share` is the remaining part, 0 to 1; `label` describes both figures. */
export type MeterProps = { share: number; value: ReactNode; total: ReactNode; label: string }

/** What remains of an amount. From a quarter down it shows a warning. */
export const Meter = ({ share, value, total, label }: MeterProps) => {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 100)
  return (
    <div className="meter" data-level={share <= 0 ? 'out' : share <= 0.25 ? 'low' : undefined}>
      <div className="meter-value">
        <b>{value}</b>
        <span>{total}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter takes neither the design's shape nor its colours */}
      <div
        className="meter-track"
        role="meter"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={label}
      >
        <span className="meter-fill" style={{ '--value': `${percent}%` }} />
      </div>
    </div>
  )
}
