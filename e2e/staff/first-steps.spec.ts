import type { BrowserContext, Page } from '@playwright/test'
import type { Language } from '@portico/contract/language'
import { staffAccount as accountEn } from '../../web/src/text/en/staff/account.ts'
import { staffFirst as firstEn } from '../../web/src/text/en/staff/first.ts'
import { staffPassword as passwordEn } from '../../web/src/text/en/staff/password.ts'
import { staffQueue as queueEn } from '../../web/src/text/en/staff/queue.ts'
import { staffSettings as settingsEn } from '../../web/src/text/en/staff/settings.ts'
import { staffSetup as setupEn } from '../../web/src/text/en/staff/setup.ts'
import { staffAccount as accountIt } from '../../web/src/text/it/staff/account.ts'
import { staffFirst as firstIt } from '../../web/src/text/it/staff/first.ts'
import { staffPassword as passwordIt } from '../../web/src/text/it/staff/password.ts'
import { staffQueue as queueIt } from '../../web/src/text/it/staff/queue.ts'
import { staffSettings as settingsIt } from '../../web/src/text/it/staff/settings.ts'
import { staffSetup as setupIt } from '../../web/src/text/it/staff/setup.ts'
import { startEmpty } from '../support/empty-installation.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'

const words = {
  'it-IT': {
    account: accountIt,
    first: firstIt,
    password: passwordIt,
    queue: queueIt,
    settings: settingsIt,
    setup: setupIt,
  },
  'en-EN': {
    account: accountEn,
    first: firstEn,
    password: passwordEn,
    queue: queueEn,
    settings: settingsEn,
    setup: setupEn,
  },
}
type Words = (typeof words)[keyof typeof words]

const secret = 'una barca senza remi'

const fillPassword = async (page: Page, { password }: Words) => {
  await page.getByLabel(password.password, { exact: true }).fill(secret)
  await page.getByLabel(password.repeat).fill(secret)
}

const customersOf = (portal: string) => [
  { type: 'contact', externalId: 'rossi', portal, companyName: 'Officine Rossi S.r.l.' },
  {
    type: 'webUser',
    externalId: 'anna',
    serviceCompany: portal,
    userName: 'anna.rossi',
    email: 'anna@rossi.example',
    password: secret,
  },
  {
    type: 'membership',
    externalId: 'rossi-anna',
    contact: 'rossi',
    webUser: 'anna',
    referentName: 'Anna Rossi',
    flags: ['manageTickets'],
  },
]

/** Raises a ticket as the customer, over the API. */
const raiseTicket = async (url: string, company: string, title: string) => {
  const post = async (path: string, body: object, token?: string) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    expect(response.ok, `${path}: ${response.status}`).toBe(true)
    return response.json()
  }
  const { token } = await post('/api/auth/login', { userName: 'anna.rossi', password: secret, company })
  const get = async (path: string) =>
    (await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })).json()
  const [{ contactId }] = (await get('/api/users/me')).contacts
  const [{ id: taskTypeId }] = await get(`/api/settings/${company}/tickets/types`)
  await post(`/api/${company}/${contactId}/tickets`, { title, description: '<p>Perde olio.</p>', taskTypeId }, token)
}

for (const language of ['it-IT', 'en-EN'] as const satisfies readonly Language[])
  test.describe(language, () => {
    test('an empty installation: welcome, colleague, customer, ticket', async ({ browser, contextOptions, faults }) => {
      test.setTimeout(120_000)
      const text = words[language]
      const { url, link, importLines, stop } = await startEmpty()
      const contexts: BrowserContext[] = []
      const open = async () => {
        const context = await browser.newContext({ ...contextOptions, baseURL: url, locale: language.slice(0, 2) })
        await context.addInitScript(
          ({ home, kept }) => {
            if (window.origin === home) localStorage.setItem('language', kept)
          },
          { home: url, kept: language },
        )
        faults.follow(context)
        contexts.push(context)
        return context.newPage()
      }
      try {
        const page = await open()
        await test.step('the welcome page', async () => {
          await page.goto(link)
          const { welcome } = text.setup
          await page.getByLabel(welcome.companyName, { exact: true }).fill('Impianti Dolomiti S.r.l.')
          await expect(page.getByLabel(welcome.key)).toHaveValue('impianti-dolomiti')
          await expect(page.getByLabel(welcome.typeAt.replace('{{number}}', '1'))).toHaveValue(welcome.type.fault)
          await page.getByLabel(text.setup.firstName, { exact: true }).fill('Marta')
          await page.getByLabel(text.setup.lastName).fill('Moser')
          await page.getByLabel(text.setup.email, { exact: true }).fill('marta@dolomiti.example')
          await fillPassword(page, text)
          expect(await foundByRuleEngines(page)).toEqual([])
          await page.getByRole('button', { name: welcome.submit }).click()
          await expect(page.getByRole('heading', { name: text.first.title })).toBeVisible()
          expect(await foundByRuleEngines(page)).toEqual([])
        })

        const invited = await test.step('a colleague is invited', async () => {
          const { accounts, link: shown } = text.settings
          await page.getByRole('link', { name: text.first.colleagues }).click()
          await page.getByRole('button', { name: accounts.invite }).click()
          const dialog = page.getByRole('dialog')
          await dialog.getByLabel(accounts.firstName, { exact: true }).fill('Ivo')
          await dialog.getByLabel(accounts.lastName).fill('Gruber')
          await dialog.getByLabel(accounts.email, { exact: true }).fill('ivo@dolomiti.example')
          expect(await foundByRuleEngines(page)).toEqual([])
          await dialog.getByRole('button', { name: accounts.send }).click()
          // No mail server is set up, so the link is shown.
          const address = await page.getByLabel(shown.label, { exact: true }).inputValue()
          await page.keyboard.press('Escape')
          await expect(page.getByRole('row', { name: /Ivo Gruber/ })).toBeVisible()
          expect(await foundByRuleEngines(page)).toEqual([])
          return address
        })

        const colleague = await open()
        await test.step('the colleague chooses a password', async () => {
          await colleague.goto(invited)
          await expect(colleague.getByRole('heading', { name: text.setup.account.title })).toBeVisible()
          await fillPassword(colleague, text)
          expect(await foundByRuleEngines(colleague)).toEqual([])
          await colleague.getByRole('button', { name: text.setup.account.submit }).click()
          await expect(colleague.getByRole('heading', { name: text.first.title })).toBeVisible()
        })

        await test.step('a customer is imported and raises a ticket, which appears', async () => {
          await importLines(customersOf('impianti-dolomiti'))
          await raiseTicket(url, 'impianti-dolomiti', 'La pompa perde olio')
          await expect(colleague.getByRole('link', { name: /La pompa perde olio/ })).toBeVisible()
        })

        await test.step('the own account and the security log', async () => {
          await page.goto('/staff/account')
          await expect(page.getByRole('heading', { name: text.account.preferences })).toBeVisible()
          expect(await foundByRuleEngines(page)).toEqual([])
          await page.goto('/staff/settings/security-log')
          const { act } = text.settings.log
          await expect(page.getByRole('cell', { name: act.staff.account.made }).first()).toBeVisible()
          expect(await foundByRuleEngines(page)).toEqual([])
        })

        await test.step('a used link says what to do', async () => {
          faults.expect(/410.*\/auth\/links\//)
          await colleague.goto(invited)
          await expect(colleague.getByRole('heading', { name: text.setup.ended.used })).toBeVisible()
        })
      } finally {
        for (const context of contexts) await context.close()
        await stop()
      }
    })
  })
