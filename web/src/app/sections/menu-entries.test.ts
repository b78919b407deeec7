import type { Contact } from '@portico/contract/auth'
import { type Flag, flags } from '@portico/contract/permissions'
import { describe, expect, test } from 'vitest'
import { firstEntry, openEntries } from './menu-entries.ts'

const contactWith = (given: readonly Flag[], enableServiceContracts = false): Contact => ({
  contactId: 1,
  formerIds: [],
  companyName: 'Officine',
  referentName: 'Anna',
  signInDue: null,
  ...(Object.fromEntries(flags.map(flag => [flag, given.includes(flag)])) as Record<Flag, boolean>),
  portalSettings: {
    webPortalKey: 'brenta',
    webPortalName: 'Brenta',
    customCss: null,
    disableHtmlEditor: false,
    enableServiceContracts,
  },
})

const keysOf = (contact: Contact, publicFiles = false) => openEntries(contact, publicFiles).map(({ key }) => key)

describe('the menu of a contact', () => {
  test.each<[Flag, string[]]>([
    ['manageTickets', ['tickets']],
    ['administrator', ['alltickets']],
    ['viewContactContracts', ['activitycontracts']],
    ['viewRecurringAdvances', ['recurringAdvances']],
    ['viewContactActivityReports', ['activityreports']],
    ['viewContactWiki', ['wiki']],
    ['viewEstimates', ['estimates']],
    ['viewContactInvoices', ['invoices']],
    ['viewContactDocuments', ['documents']],
    ['uploadContactDocuments', []],
  ])('%s alone opens %j', (flag, sections) => {
    expect(keysOf(contactWith([flag]))).toEqual(sections)
    expect(keysOf(contactWith([flag]), true)).toEqual([...sections, 'publicfiles'])
  })

  test('contracts lead where the portal says', () => {
    expect(keysOf(contactWith(['viewContactContracts'], true))).toEqual(['servicecontracts'])
  })

  test('all flags open all of it, in the order of the menu', () => {
    const all = ['tickets', 'alltickets', 'activitycontracts', 'recurringAdvances', 'activityreports', 'wiki']
    const files = ['estimates', 'invoices', 'documents', 'publicfiles']
    expect(keysOf(contactWith(flags), true)).toEqual([...all, ...files])
  })
})

describe('the dashboard leads to the first open section', () => {
  const order: Flag[] = [
    'manageTickets',
    'viewContactContracts',
    'viewRecurringAdvances',
    'viewContactActivityReports',
    'viewContactWiki',
    'viewEstimates',
    'viewContactInvoices',
    'viewContactDocuments',
    'administrator',
  ]
  const keys = order.map(flag => keysOf(contactWith([flag]))[0])

  test.each(order.map((flag, n) => [flag, keys[n], order.slice(n)] as const))(
    '%s before all after it: %s',
    (_, key, rest) => {
      expect(firstEntry(contactWith(rest), true)?.key).toBe(key)
    },
  )

  test('public files are the last resort, and without them nothing is open', () => {
    expect(firstEntry(contactWith([]), true)?.key).toBe('publicfiles')
    expect(firstEntry(contactWith([]), false)).toBeUndefined()
  })
})
