import { useTranslation } from 'react-i18next'
import type { Strength } from './password-strength.ts'

const levels = { short: 'low', named: 'low', weak: 'low', good: undefined, strong: undefined } as const

/** The strength of a password as a bar and in words; nothing while it is empty. */
export const StrengthMeter = ({ strength: { level, missing, share } }: { strength: Strength }) => {
  const { t } = useTranslation()
  const word = level === 'short' ? t('access.confirm.missing', { count: missing }) : t(`access.confirm.${level}`)
  return (
    <div className="meter" data-level={levels[level]}>
      <div className="meter-track" aria-hidden="true">
        <span className="meter-fill" style={{ '--value': `${Math.round(share * 100)}%` }} />
      </div>
      <output className="field-hint">
        {t('access.confirm.strength')}: {word}
      </output>
    </div>
  )
}
