import type { Strength } from './password-strength.ts'

const levels = { short: 'low', named: 'low', weak: 'low', good: undefined, strong: undefined } as const

/** Props of StrengthMeter: the strength, what it is called, and the level in words. */
type StrengthMeterProps = { strength: Strength; label: string; word: string }

/** The strength of a password as a bar and in words. */
export const StrengthMeter = ({ strength: { level, share }, label, word }: StrengthMeterProps) => (
  <div className="meter" data-level={levels[level]}>
    <div className="meter-track" aria-hidden="true">
      <span className="meter-fill" style={{ '--value': `${Math.round(share * 100)}%` }} />
    </div>
    <output className="field-hint">
      {label}: {word}
    </output>
  </div>
)
