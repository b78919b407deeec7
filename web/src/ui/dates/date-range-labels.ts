import type { Preset } from './date-range.ts'

/** Texts of the date range picker. `any` is the button's text while no range is set. */
export type DateRangeLabels = {
  any: string
  name?: string
  dialog: string
  clear: string
  start: string
  end: string
  to: string
  /** The input format in the reader's language: DD/MM/YYYY, GG/MM/AAAA. */
  typed: string
  days: (count: number) => string
  presets: Record<Preset, string>
}
