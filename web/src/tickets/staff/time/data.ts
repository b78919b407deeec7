import { listServiceStaff } from '@portico/contract/staff/planning/bookable'
import {
  exportCustomerMonth,
  exportTeamWeek,
  exportTimeWeek,
  readCustomerMonth,
  readTeamWeek,
  readTimeWeek,
} from '@portico/contract/staff/planning/time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { addressOf, call } from '../../../api/api.ts'
import type { MonthSearch, WeekSearch } from './time-search.ts'

const key = ['staff', 'time'] as const

const weekQuery = ({ day, who }: WeekSearch) => ({ ...(day && { day }), ...(who && { staffUser: who }) })
const teamQuery = ({ day }: WeekSearch) => ({ ...(day && { day }) })

/** The week of one member of the staff. */
export const timeWeek = (search: WeekSearch) =>
  queryOptions({
    queryKey: [...key, 'week', weekQuery(search)],
    queryFn: ({ signal }) => call(readTimeWeek, { query: weekQuery(search), signal }),
    placeholderData: keepPreviousData,
  })

/** The week of the team. */
export const teamWeek = (search: WeekSearch) =>
  queryOptions({
    queryKey: [...key, 'team', teamQuery(search)],
    queryFn: ({ signal }) => call(readTeamWeek, { query: teamQuery(search), signal }),
    placeholderData: keepPreviousData,
  })

/** The month of a customer. */
export const customerMonth = (contactid: number, query: MonthSearch) =>
  queryOptions({
    queryKey: [...key, 'customer', contactid, query],
    queryFn: ({ signal }) => call(readCustomerMonth, { params: { contactid }, query, signal }),
    placeholderData: keepPreviousData,
  })

/** The staff whose weeks can be read. */
export const timeStaff = queryOptions({
  queryKey: ['staff', 'services', 'staff'],
  queryFn: ({ signal }) => call(listServiceStaff, { signal }),
})

type Language = 'it-IT' | 'en-EN' | 'es-ES'

/** The addresses of the same as CSV. */
export const csvOf = {
  week: (search: WeekSearch, language: Language) =>
    addressOf(exportTimeWeek, { query: { ...weekQuery(search), language } }),
  team: (search: WeekSearch, language: Language) =>
    addressOf(exportTeamWeek, { query: { ...teamQuery(search), language } }),
  month: (contactid: number, search: MonthSearch, language: Language) =>
    addressOf(exportCustomerMonth, { params: { contactid }, query: { ...search, language } }),
}
