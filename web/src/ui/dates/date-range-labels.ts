import type { Preset } from './date-range.ts'

/** Texts of the date range picker. `any` stands on the button while nothing is set. */
export type DateRangeLabels = {
  any: string
  name?: string
  dialog: string
  clear: string
  start: string
  end: string
  to: string
  /** How a day is typed, in the language's own letters: DD/MM/YYYY, GG/MM/AAAA. */
  typed: string
  days: (count: number) => string
  presets: Record<Preset, string>
}
