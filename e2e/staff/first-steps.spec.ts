import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { startEmpty } from '../support/empty-installation.ts'
import { choose } from '../support/files.ts'
import { type FirstStepsWords, firstStepsWords } from '../support/first-steps-words.ts'
import { filled } from '../support/flows.ts'
import { codeSentTo, linkMailedTo } from '../support/outbox.ts'
import { paper } from '../support/pdf.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'

const secret = 'una barca senza remi'
const customer = 'Mario Leoni S.r.l.'
const anna = { name: 'Anna Leoni', email: 'anna@leoni.example', phone: '+39347555010' }

/** A published sample of an electronic invoice, whose customer has this VAT number. */
const invoice = {
  name: 'IT01234567890_00001.xml',
  mimeType: 'text/xml',
  buffer: readFileSync(new URL('../../server/test/fatturapa/invoice-simple-rounding.xml', import.meta.url)),
  vatNumber: '09876543217',
  number: 'SAMPLE-001',
}
const estimate = paper('preventivo-p-12.pdf', 'Preventivo n. P-12', customer, 'Data 19/11/2026', 'Totale EUR 4.270,00')
const report = paper('rapporto-7.pdf', 'Rapporto n. 7', customer, 'Data 20/11/2026', 'Sostituita la pompa.')
const file = paper('schema-impianto.pdf', 'Schema dell impianto', customer)
const contract = paper('Contratto di manutenzione.pdf', 'Contratto di manutenzione', customer)

const fillPassword = async (page: Page, { password }: FirstStepsWords) => {
  await page.getByLabel(password.password, { exact: true }).fill(secret)
  await page.getByLabel(password.repeat).fill(secret)
}

/** A company with one portal never reads the word. */
const saysNoPortal = async (page: Page) => expect(await page.locator('body').innerText()).not.toMatch(/portal/i)

const languages = process.env.FULL === '1' ? (['it-IT', 'en-EN'] as const) : (['it-IT'] as const)
for (const language of languages)
  test(`${language}: an empty installation to a signed contract, in the browser alone`, async ({
    browser,
    contextOptions,
    faults,
  }) => {
    test.setTimeout(600_000)
    const text = firstStepsWords[language]
    const { url, link, dataDir, stop } = await startEmpty()
    const contexts: BrowserContext[] = []
    let clicks = 0
    const open = async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: url,
        locale: language.slice(0, 2),
        ...options,
      })
      await context.exposeBinding('countClick', () => {
        clicks += 1
      })
      await context.addInitScript(
        ({ home, kept }) => {
          if (window.origin !== home) return
          localStorage.setItem('language', kept)
          const count = (event: Event) => event.isTrusted && Reflect.get(window, 'countClick')?.()
          addEventListener('pointerdown', count, true)
        },
        { home: url, kept: language },
      )
      faults.follow(context)
      contexts.push(context)
      return context.newPage()
    }
    try {
      const page = await open()
      const rail = page.getByRole('navigation', { name: text.shell.name })
      const goTo = (name: string) => rail.getByRole('link', { name }).click()

      await test.step('the company, its first portal with its colour, and the first account', async () => {
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
        await page.setViewportSize({ width: 390, height: 844 })
        await expect(page.getByRole('heading', { name: text.first.title })).toBeInViewport()
        await page.setViewportSize({ width: 1440, height: 900 })
        await saysNoPortal(page)
      })

      await test.step('its look', async () => {
        await page.getByRole('link', { name: text.first.look }).click()
        await page.getByRole('textbox', { name: text.brand.colour }).fill('#0b6e4f')
        await page.getByRole('button', { name: text.brand.publish, exact: true }).click()
        await expect(page.getByText(text.brand.allPublished)).toBeVisible()
        await saysNoPortal(page)
      })

      await test.step('a customer, and a person who is invited', async () => {
        await goTo(text.shell.rail.customers)
        await page.getByRole('button', { name: text.customers.make }).first().click()
        const making = page.getByRole('dialog')
        await making.getByLabel(text.customers.form.companyName).fill(customer)
        await making.getByLabel(text.customers.form.vatNumber).fill(invoice.vatNumber)
        await making.getByRole('button', { name: text.customers.form.saveNew }).click()
        await expect(page.getByRole('heading', { name: customer, level: 1 })).toBeVisible()
        await saysNoPortal(page)
        await page.getByRole('button', { name: text.customers.page.invite, exact: true }).click()
        const inviting = page.getByRole('dialog')
        await inviting.getByLabel(text.customers.invite.name, { exact: true }).fill(anna.name)
        await inviting.getByLabel(text.customers.invite.email, { exact: true }).fill(anna.email)
        await inviting.getByRole('button', { name: text.customers.invite.sends_one }).click()
        await inviting.getByRole('button', { name: text.customers.invite.close }).click()
        await expect(page.getByRole('row', { name: new RegExp(anna.name) })).toContainText(
          text.customers.person.states.invited,
        )
      })

      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
      const hers = await open(phone)
      await test.step('she accepts, and raises a ticket', async () => {
        await hers.goto(await linkMailedTo(anna.email, /http:\S+\/confirm\?key=[\w-]+/, dataDir))
        await hers.getByLabel(text.access.confirm.password, { exact: true }).fill(secret)
        await hers.getByLabel(text.access.confirm.repeat).fill(secret)
        await hers.getByRole('button', { name: text.access.confirm.submit }).click()
        await hers.getByRole('link', { name: text.tickets.list.newTicket }).first().click()
        const { form } = text.ticketForm
        await hers.getByRole('textbox', { name: form.titleField }).fill('La pompa perde olio')
        await hers.getByRole('button', { name: new RegExp(`^${form.type}`) }).click()
        await hers.getByRole('option', { name: text.setup.welcome.type.fault }).click()
        await hers.getByRole('textbox', { name: form.description }).fill('Da stamattina.')
        await hers.getByRole('button', { name: form.send }).click()
        await expect(hers.getByRole('link', { name: 'La pompa perde olio' })).toBeVisible()
      })

      await test.step('it is answered', async () => {
        await goTo(text.shell.rail.tickets)
        await page.getByRole('link', { name: /La pompa perde olio/ }).click()
        await page.getByRole('textbox', { name: text.desk.composer.answerText }).fill('Arriviamo domani.')
        await page.getByRole('button', { name: new RegExp(`^${text.desk.composer.send} Ctrl`) }).click()
        await expect(page.getByText(text.desk.held.sending)).toBeVisible()
        await saysNoPortal(page)
      })

      await test.step('an invoice, an estimate, a report, a file and a contract to sign are published', async () => {
        await goTo(text.shell.rail.publish)
        const { publish } = text
        const files = [invoice, estimate, report, file, contract]
        await choose(page.getByRole('button', { name: publish.choose, exact: true }), ...files)
        const rows = page.getByRole('list', { name: publish.rows }).getByRole('listitem')
        const row = (name: string) => rows.filter({ hasText: name })
        await expect(row(invoice.number)).toContainText(publish.foundBy.vatNumber)
        await expect(row(invoice.number).getByRole('checkbox')).toBeChecked()
        // The welcome page of the same visit has a preview too, whose styles are still loaded.
        await expect(page.locator('.preview-head')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
        for (const { name } of [estimate, report, file]) {
          await expect(row(name)).toContainText(customer)
          await row(name).getByRole('checkbox').click()
          await expect(row(name).getByRole('checkbox')).toBeChecked()
        }
        await row(contract.name).getByRole('checkbox').click()
        const correcting = page.getByRole('dialog')
        await correcting.getByRole('checkbox', { name: anna.name }).check()
        await correcting.getByRole('button', { name: publish.edit.save }).click()
        await expect(row(contract.name).getByRole('checkbox')).toBeChecked()
        await saysNoPortal(page)
        await page.getByRole('button', { name: new RegExp(`^${filled(publish.publish_other, { count: 5 })}`) }).click()
        await expect(page.getByText(filled(publish.published_other, { count: 5 })).first()).toBeVisible()
      })

      await test.step('the contract is signed on a phone', async () => {
        const { signing } = text
        await hers.goto(await linkMailedTo(anna.email, /http:\S+\/documents\/[\w-]+/, dataDir))
        await hers.getByRole('link', { name: signing.sign }).click()
        await hers.getByRole('textbox', { name: signing.data.phone }).fill(anna.phone)
        await hers.getByRole('checkbox').check()
        await hers.getByRole('button', { name: signing.data.submit }).click()
        const code = await codeSentTo(anna.phone, 1, dataDir)
        await hers.getByRole('textbox', { name: signing.code.label }).fill(code)
        await expect(hers.getByRole('heading', { name: signing.done.title })).toBeVisible()
      })

      await test.step('the office sees that it is signed', async () => {
        await page.getByRole('link', { name: text.publish.toSign }).click()
        await expect(page.getByRole('row', { name: new RegExp(anna.name) })).toContainText(
          text.signatures.stage.signed.split(' {{')[0] ?? '',
        )
        await saysNoPortal(page)
      })

      await test.step('the customer is seen as she sees it: the answer and every document', async () => {
        await goTo(text.shell.rail.customers)
        await page.getByRole('link', { name: customer }).click()
        const opened = page.waitForEvent('popup')
        await page
          .getByRole('button', { name: filled(text.shell.seeAs.button, { name: anna.name }) })
          .first()
          .click()
        const tab = await opened
        await expect(tab.getByRole('region', { name: text.viewing.label })).toBeVisible()
        await tab.getByRole('link', { name: 'La pompa perde olio' }).click()
        await expect(tab.getByText('Arriviamo domani.')).toBeVisible()
        for (const [entry, shown] of [
          ['invoices', invoice.number],
          ['estimates', 'P-12'],
          ['activityreports', 'Rapporto 7'],
          ['documents', 'Schema impianto'],
        ] as const) {
          await tab.getByRole('link', { name: text.menu[entry], exact: true }).first().click()
          await expect(tab.getByRole('row').filter({ hasText: shown })).toBeVisible()
        }
      })
      // By hand it is a matter of minutes as long as the way stays this short.
      expect(clicks, 'clicks of all').toBeLessThanOrEqual(45)
    } finally {
      for (const context of contexts) await context.close()
      await stop()
    }
  })
