import { useMemo } from 'react'
import { presets } from '../ui/dates/date-range.ts'
import type { DateRangeLabels } from '../ui/dates/date-range-labels.ts'
import { useText } from './use-text.ts'

/** The texts of a date range picker. `name` is what the dates are of: "Created". */
export const useDateRangeLabels = (name: string): DateRangeLabels => {
  const { t } = useText()
  return useMemo(
    () => ({
      any: t('pickers.dates.preset.none'),
      name,
      dialog: t('pickers.dates.dialog'),
      clear: t('pickers.dates.clear'),
      start: t('pickers.dates.start'),
      end: t('pickers.dates.end'),
      to: t('pickers.dates.to'),
      typed: t('pickers.dates.typed'),
      days: count => t('pickers.dates.days', { count }),
      presets: Object.fromEntries(
        presets.map(preset => [preset, t(`pickers.dates.preset.${preset}`)]),
      ) as DateRangeLabels['presets'],
    }),
    [t, name],
  )
}
