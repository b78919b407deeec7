import type { StaffService } from '@portico/contract/staff/planning/bookable'
import { faultOf, sentSpans, typedWeek, type Week } from '../../../staff/parts/week/week.ts'
import type { PreviewInput, WrittenService } from './data.ts'

/** A service as it is typed. */
export type ServiceDraft = {
  name: string
  key: string
  /** Whether the word follows the name. */
  followsName: boolean
  description: string
  durationMinutes: string
  bufferMinutes: string
  week: Week
  closedDays: string[]
  keepsClosings: boolean
  noticeHours: string
  horizonDays: string
  staffIds: number[]
  isActive: boolean
}

const day = [
  { from: '08:30', to: '12:30' },
  { from: '14:00', to: '18:00' },
]

/** What a new service begins with. */
export const newDraft = (week: Week | undefined): ServiceDraft => ({
  name: '',
  key: '',
  followsName: true,
  description: '',
  durationMinutes: '60',
  bufferMinutes: '15',
  week: typedWeek(week ?? Array.from({ length: 7 }, (_, at) => (at < 5 ? day : []))),
  closedDays: [],
  keepsClosings: true,
  noticeHours: '24',
  horizonDays: '60',
  staffIds: [],
  isActive: true,
})

/** A service that is there, as it is changed. */
export const draftOf = (service: StaffService): ServiceDraft => ({
  name: service.name,
  key: service.key,
  followsName: false,
  description: service.description ?? '',
  durationMinutes: String(service.durationMinutes),
  bufferMinutes: String(service.bufferMinutes),
  week: typedWeek(service.week),
  closedDays: service.closedDays,
  keepsClosings: service.keepsClosings,
  noticeHours: String(service.noticeHours),
  horizonDays: String(service.horizonDays),
  staffIds: service.staff.map(({ id }) => id),
  isActive: service.isActive,
})

/** A name as a word of addresses: `Controllo caldaia` is `controllo-caldaia`. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

const isWithin = (text: string, min: number, max: number) =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

/** The fields of a draft that are not in order, each with what is wrong. */
export type DraftFaults = Partial<
  Record<
    'name' | 'key' | 'durationMinutes' | 'bufferMinutes' | 'week' | 'noticeHours' | 'horizonDays' | 'staffIds',
    string
  >
>

/** The keys of what is wrong with a draft, below `staffBookable.fault`. */
export const findFaults = (draft: ServiceDraft): DraftFaults => {
  const isEmpty = draft.week.every(spans => spans.length === 0)
  const checks: [keyof DraftFaults, boolean, string][] = [
    ['name', draft.name.trim() === '', 'name'],
    ['key', !/^[a-z0-9-]{1,60}$/.test(draft.key), 'key'],
    ['durationMinutes', !isWithin(draft.durationMinutes, 10, 1440), 'duration'],
    ['bufferMinutes', !isWithin(draft.bufferMinutes, 0, 1440), 'buffer'],
    ['week', isEmpty || draft.week.some(spans => faultOf(spans) !== undefined), 'week'],
    ['noticeHours', !isWithin(draft.noticeHours, 0, 8760), 'notice'],
    ['horizonDays', !isWithin(draft.horizonDays, 1, 366), 'horizon'],
    ['staffIds', draft.staffIds.length === 0, 'staff'],
  ]
  return Object.fromEntries(checks.filter(([, isWrong]) => isWrong).map(([field, , fault]) => [field, fault]))
}

/** A draft as it is sent. */
export const sentDraft = (draft: ServiceDraft, portalId: number): WrittenService => ({
  portalId,
  key: draft.key,
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  durationMinutes: Number(draft.durationMinutes),
  bufferMinutes: Number(draft.bufferMinutes),
  week: draft.week.map(sentSpans),
  closedDays: draft.closedDays,
  keepsClosings: draft.keepsClosings,
  noticeHours: Number(draft.noticeHours),
  horizonDays: Number(draft.horizonDays),
  staffIds: draft.staffIds,
  isActive: draft.isActive,
})

/** What a preview asks for; undefined while times, hours or staff are not in order. */
export const previewOf = (
  draft: ServiceDraft,
  { portalId, serviceId }: { portalId: number; serviceId: number | undefined },
): PreviewInput | undefined => {
  const { name: _name, key: _key, ...faults } = findFaults(draft)
  if (Object.keys(faults).length > 0) return undefined
  const { key: _word, name: _title, description: _text, isActive: _on, ...schedule } = sentDraft(draft, portalId)
  return { ...schedule, ...(serviceId !== undefined && { serviceId }) }
}

/** Days that follow each other, as their first and last. */
export const runsOf = (days: readonly string[]): { from: string; to: string }[] => {
  const runs: { from: string; to: string }[] = []
  for (const day of [...new Set(days)].sort()) {
    const last = runs.at(-1)
    if (last && Date.parse(day) - Date.parse(last.to) === 86_400_000) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs
}

/** The days from one to another, at most a year. */
export const daysBetween = (from: string, to: string): string[] => {
  const count = Math.min(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1, 366)
  return Array.from({ length: Math.max(count, 0) }, (_, n) =>
    new Date(Date.parse(from) + n * 86_400_000).toISOString().slice(0, 10),
  )
}
