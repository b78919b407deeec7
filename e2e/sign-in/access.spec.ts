import type { Ticket } from '@portico/contract/tickets'
import { ada, anna, bruno, elena, giulia, luca, marco, type Person, paolo } from '../support/people.ts'
import { call, expect, menuEntries, type Session, test } from '../support/portico.ts'

const gone = 'Ticket non trovato'
const shut = 'Non hai accesso a questa sezione'

const firstTicket = async ({ token, company, contactid }: Session) => {
  const [ticket] = await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets?limit=1`)
  if (!ticket) throw new Error('no ticket to look for')
  return ticket
}

// Heading of each screen, by its path.
const open = {
  tickets: 'I miei ticket',
  'tickets/new': 'Nuovo ticket',
  alltickets: 'Tutti i ticket',
  activitycontracts: 'Contratti',
  servicecontracts: 'Contratti',
  recurringAdvances: 'Abbonamenti attivi',
  activityreports: 'Rapportini',
  wiki: 'Wiki',
  estimates: 'Preventivi',
  invoices: 'Fatture',
  documents: 'File aziendali',
  publicfiles: 'File pubblici',
  account: 'Account',
  privacy: 'Informativa privacy',
  contacts: 'Contatti',
} as const

type Path = keyof typeof open
const tickets: Path[] = ['tickets', 'tickets/new']
const work: Path[] = ['activitycontracts', 'servicecontracts', 'recurringAdvances', 'activityreports', 'wiki']
const files: Path[] = ['estimates', 'invoices', 'documents']

const inMenu = {
  work: ['Contratti', 'Abbonamenti attivi', 'Rapportini', 'Wiki'],
  files: ['Preventivi', 'Fatture', 'File aziendali'],
  always: ['Informativa privacy', 'Contatti', 'Esci'],
  // Only one of the two portals has bookable services.
  booking: { brenta: ['Prenota un appuntamento'] } as Record<string, string[]>,
}

// A path that is open costs a page and asserts what the smoke test does, so the usual run opens it for one person alone.
const all = process.env.FULL === '1'

/** For each user: menu entries, start page and paths that are denied. */
const sees: [Person, string[], Path, Path[]][] = [
  [giulia, ['I miei ticket', 'Tutti i ticket', ...inMenu.work, ...inMenu.files, 'File pubblici'], 'tickets', []],
  [marco, ['I miei ticket', 'File pubblici'], 'tickets', ['alltickets', ...work, ...files]],
  [luca, ['Preventivi', 'Fatture', 'File pubblici'], 'estimates', [...tickets, 'alltickets', ...work, 'documents']],
  [elena, ['I miei ticket', ...inMenu.work, ...inMenu.files, 'File pubblici'], 'tickets', ['alltickets']],
  [paolo, ['I miei ticket', 'Tutti i ticket', ...inMenu.work, ...inMenu.files], 'tickets', []],
  [ada, ['Tutti i ticket', 'File pubblici'], 'alltickets', [...tickets, ...work, ...files]],
]

for (const [person, menu, first, closed] of sees)
  test.describe(person.userName, () => {
    test.use({ as: person })
    const opens = all || person === paolo
    const title = `has every section in the menu${opens ? ' and may open it' : ''}`
    test(closed.length === 0 ? title : `neither sees nor may open ${closed.join(', ')}`, async ({ page, session }) => {
      await page.goto(`/${person.company}`)
      await expect(page).toHaveURL(`${session.url}/${first}`)
      await expect(page.locator('html')).toHaveAttribute('data-screen', first)
      await expect
        .poll(() => menuEntries(page))
        .toEqual([...menu, ...(inMenu.booking[person.company] ?? []), ...inMenu.always])
      for (const [path, heading] of Object.entries(open)) {
        const isShut = closed.some(one => one === path)
        if (!isShut && !opens) continue
        await page.goto(`${session.url}/${path}`)
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText(isShut ? shut : heading)
      }
    })
  })

test.describe('other users’ data', () => {
  test.describe('a colleague who is not an administrator', () => {
    test.use({ as: bruno })
    test('cannot open a ticket created by another user', async ({ page, session, sessionOf, faults }) => {
      faults.expect(/404/)
      const { id, title } = await firstTicket(await sessionOf(anna))
      await page.goto(`${session.url}/tickets/${id}`)
      await expect(page.getByRole('heading', { name: gone })).toBeVisible()
      await expect(page.getByText(title)).toHaveCount(0)
    })
  })

  test.describe('an administrator of another contact', () => {
    test.use({ as: giulia })

    test('cannot open a ticket of another contact, portal or service company', async ({
      page,
      session,
      sessionOf,
      faults,
    }) => {
      faults.expect(/404/)
      for (const person of [anna, elena, paolo]) {
        const other = await sessionOf(person)
        const { id, title } = await firstTicket(other)
        await page.goto(`${session.url}/tickets/${id}`)
        await expect(page.getByRole('heading', { name: gone })).toBeVisible()
        await expect(page.getByText(title)).toHaveCount(0)
        // The other user's URL redirects to the own portal, where that ticket does not exist.
        await page.goto(`${other.url}/tickets/${id}`)
        await expect(page.getByRole('heading', { name: gone })).toBeVisible()
        await expect(page).toHaveURL(new RegExp(`${session.url}/tickets/${id}$`))
        await page.goto(`${other.url}/alltickets`)
        await expect(page).toHaveURL(new RegExp(`${session.url}/alltickets$`))
        await expect(page.getByRole('heading', { name: 'Tutti i ticket' })).toBeVisible()
      }
    })

    test('a user id of another contact in a filter is dropped and shows none of its tickets', async ({
      page,
      session,
      sessionOf,
      faults,
    }) => {
      faults.expect(/404/)
      const other = await sessionOf(anna)
      const { title } = await firstTicket(other)
      await page.goto(`${session.url}/alltickets?filter=2&webUserIds=${other.me.id}`)
      await expect(page).toHaveURL(`${session.url}/alltickets?filter=2`)
      await expect(page.locator('.row-link').first()).toBeVisible()
      await expect(page.getByText(title)).toHaveCount(0)
    })

    test('finds nothing of another contact in the search', async ({ page, session, sessionOf }) => {
      const { title } = await firstTicket(await sessionOf(anna))
      await page.goto(session.url)
      await page.getByRole('button', { name: 'Cerca nei ticket' }).click()
      await page.getByRole('combobox', { name: 'Cerca nei ticket' }).fill(title)
      await expect(page.getByText('Nessun elemento trovato')).toBeVisible()
    })
  })
})
