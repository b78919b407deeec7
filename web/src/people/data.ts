import type { Language } from '@portico/contract/language'
import { changeSignInRule, exportContactLog, listContactLog, readSignInRule } from '@portico/contract/sign-in/people'
import { contactActs } from '@portico/contract/values/contact-acts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call, callPage, openStream } from '../api/api.ts'
import { pageQuery } from '../list/page-query.ts'
import type { Here } from '../session/addresses.ts'
import type { LogSearch } from './log-search.ts'

const ID = /^[1-9]\d{0,14}$/

/** The act that an address names, if it is one. */
export const actIn = ({ what }: LogSearch) => contactActs.find(act => act === what)

/** Whom an address names: the service company's people, or one of the contact by id. */
export const whoIn = ({ who }: LogSearch): number | 'staff' | undefined =>
  who === 'staff' ? who : ID.test(who ?? '') ? Number(who) : undefined

const filterOf = (search: LogSearch) => {
  const who = whoIn(search)
  const { from, to } = search
  return {
    from,
    to,
    what: actIn(search),
    ...(who === 'staff' ? { staff: '1' as const } : { webUserIds: who === undefined ? undefined : String(who) }),
  }
}

/** The log of the contact. */
export const contactLog = (here: Here, search: LogSearch) =>
  pageQuery(['contact-log', here, filterOf(search)], (page, signal) =>
    callPage(listContactLog, { params: here, query: { ...filterOf(search), ...page }, signal }),
  )

/** The log as a CSV file, in the language of its reader. */
export const readLogFile = async (here: Here, search: LogSearch, language: Language): Promise<Blob> =>
  new Response(await openStream(exportContactLog, { params: here, query: { ...filterOf(search), language } })).blob()

/** How the people of the contact have to sign in. */
export const signInRule = (here: Here) =>
  queryOptions({
    queryKey: ['sign-in-rule', here],
    queryFn: ({ signal }) => call(readSignInRule, { params: here, signal }),
  })

/** Requires a second factor of the people of the contact, or no longer. */
export const requireSecondFactor = (here: Here) =>
  mutationOptions({
    mutationFn: (secondFactorRequired: boolean) =>
      call(changeSignInRule, { params: here, body: { secondFactorRequired } }),
  })
