import { documentFlags } from '@portico/contract/sections'
import type { RegisteredRouter, RouteById } from '@tanstack/react-router'
import { expect, expectTypeOf, test } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import type { InvoiceSearch } from '../../invoices/invoice-search.ts'
import { isPortalKey } from '../../session/addresses.ts'
import { menuNames } from '../../text/menu-names.ts'
import type { TicketFilter } from '../../tickets/ticket-filter.ts'
import { makeRouter } from '../router.tsx'
import { contactRoutes, liveRecords, menuEntries, rootRoutes } from './sections.ts'

// A route has its path once the router is made.
const router = makeRouter(makeQueryClient())

test('every entry of the menu leads to a route', () => {
  for (const { to } of menuEntries) expect(Object.keys(router.routesById)).toContain(to)
})

test('no portal can be named like a first segment of a section', () => {
  const segments = [...rootRoutes, ...contactRoutes].map(({ path }) => path.split('/').filter(Boolean)[0] ?? '')
  expect(segments).toContain('invoices')
  expect(segments.filter(isPortalKey)).toEqual([])
})

test('every kind of live record refreshes a section, by the first word of its query keys', async () => {
  expect(liveRecords.map(({ purpose }) => purpose).sort()).toEqual(Object.keys(documentFlags).sort())
  const here = { company: 'brenta', contactid: 12 }
  const data = await Promise.all([
    import('../../contracts/data.ts').then(({ activityContractList }) => activityContractList(here, {})),
    import('../../contracts/data.ts').then(({ serviceContractList }) => serviceContractList(here, {})),
    import('../../documents/data.ts').then(({ documentList }) => documentList(here, {})),
    import('../../estimates/data.ts').then(({ estimateList }) => estimateList(here, {})),
    import('../../invoices/data.ts').then(({ invoiceList }) => invoiceList(here, {})),
    import('../../reports/data.ts').then(({ reportList }) => reportList(here, {}, true)),
    import('../../subscriptions/data.ts').then(({ subscriptionList }) => subscriptionList(here, {})),
    import('../../wiki/data.ts').then(({ wikiList }) => wikiList(here, {})),
  ])
  const cached = new Set(data.map(({ queryKey }) => queryKey[0]))
  expect([...cached].sort()).toEqual(liveRecords.map(({ queryKey }) => queryKey).sort())
  for (const { queryKey } of data) expect(queryKey[1]).toEqual(here)
})

test('the searches of addresses keep their types', () => {
  type SearchAt<Id extends string> = RouteById<RegisteredRouter['routeTree'], Id>['types']['fullSearchSchema']
  expectTypeOf<SearchAt<'/$company/$contactid/invoices'>>().toEqualTypeOf<InvoiceSearch>()
  expectTypeOf<SearchAt<'/$company/$contactid/tickets'>>().toEqualTypeOf<TicketFilter>()
})

test.each([
  ['/brenta/12/Invoices', '/$company/$contactid/invoices'],
  ['/brenta/12/tickets/new', '/$company/$contactid/tickets/new'],
  ['/brenta/12/tickets/7', '/$company/$contactid/tickets/$ticketid'],
  ['/brenta/12/nowhere', '/$company/$contactid/$'],
  ['/brenta/documents/some-key', '/$company/documents/$documentkey/'],
  ['/brenta/privacy', '/$company/privacy'],
  ['/appointments/brenta/some-key', '/appointments/$company/$eventkey'],
  ['/invoices', '/$'],
])('%s is the route %s', (address, id) => {
  expect(router.matchRoutes(address).at(-1)?.routeId).toBe(id)
})

test('every entry of the menu has a name, and no name is left over', () => {
  expect(Object.keys(menuNames).sort()).toEqual(menuEntries.map(({ key }) => key).sort())
})
