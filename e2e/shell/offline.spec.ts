import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import type { Ticket } from '@portico/contract/tickets'
import { carlo, giulia, sofia } from '../support/people.ts'
import { call, comment, expect, mainMenu, raise, type Session, test } from '../support/portico.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

const notice = (page: Page) => page.locator('.connection-notice')
const reply = (page: Page) => page.getByRole('textbox', { name: 'Il tuo messaggio' })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Formattazione del testo' })
const send = (page: Page) => page.getByRole('button', { name: 'Invia il messaggio' })
const messages = (page: Page) => page.getByRole('region', { name: 'Conversazione' }).getByRole('article')
const editorFile = /\/rich-editor-[^/]*\.js$/
const invoicesFile = /\/invoice-list-screen-[^/]*\.js$/

/** Opens a page and waits until the files for offline use have been prefetched. */
const openAhead = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(notice(page)).toBeAttached()
}

/** Marks the page; a reload removes the mark. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { untouched: true }))
const isUntouched = (page: Page) => page.evaluate(() => 'untouched' in window)

/** Makes files fail, like those of an older version, until the page is reloaded. */
const takeOut = async (page: Page, file: RegExp) => {
  let gone = true
  page.on('request', request => {
    if (request.isNavigationRequest()) gone = false
  })
  await page.route(file, route => (gone ? route.fulfill({ status: 404, body: '' }) : route.continue()))
}

const called = async ({ token, company, contactid }: Session, title: string) =>
  (await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets?limit=500`)).filter(
    ticket => ticket.title === title,
  )

const goOffline = async (page: Page, context: BrowserContext) => {
  await context.setOffline(true)
  await expect(notice(page)).toContainText('Sei offline.')
}

test.describe('without a connection', () => {
  test.use({ as: sofia })

  test('a message that waits goes by itself also after the page was loaded again', async ({
    page,
    context,
    session,
    faults,
  }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/)
    const ticket = await raise(session, { title: 'In ascensore' })
    await openAhead(page, `${session.url}/tickets/${ticket.id}`)
    await reply(page).click()
    await page.keyboard.type('Sono arrivato')
    await goOffline(page, context)
    await send(page).click()
    await expect(page.locator('[data-state="failed"]')).toContainText('Parte da solo appena torna la connessione.')
    // As a phone loads a tab again that it had put to sleep.
    page.on('dialog', dialog => void dialog.accept())
    await context.setOffline(false)
    await page.goto(`${session.url}/tickets/${ticket.id}`)
    await expect(messages(page)).toHaveText([/Sono arrivato/])
    await expect(page.locator('[data-state="failed"]')).toHaveCount(0)
    const { token, company, contactid } = session
    await expect
      .poll(
        async () => (await call<Ticket>(token, 'GET', `/api/${company}/${contactid}/tickets/${ticket.id}`)).comments,
      )
      .toHaveLength(1)
  })

  test('the reply box works without its editor, and messages are sent later by themselves, in order and once', async ({
    page,
    context,
    session,
    faults,
  }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/)
    const ticket = await raise(session, { title: 'In galleria' })
    await page.route(editorFile, route => route.abort())
    await openAhead(page, `${session.url}/tickets/${ticket.id}`)
    await expect(page.getByRole('heading', { name: ticket.title, level: 1 })).toBeVisible()
    await mark(page)
    await goOffline(page, context)
    await page.unroute(editorFile)

    await reply(page).click()
    await page.keyboard.type('Prima')
    await send(page).click()
    const failed = page.locator('[data-state="failed"]')
    await expect(failed).toContainText('Parte da solo appena torna la connessione.')
    await expect(reply(page)).toHaveText('')
    await reply(page).click()
    await page.keyboard.type('Seconda')
    await page.keyboard.press('Control+Enter')
    await expect(failed).toHaveCount(2)
    await reply(page).click()
    await page.keyboard.type('Non ancora finita')
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

    await context.setOffline(false)
    await expect(failed).toHaveCount(0)
    await expect(notice(page)).toHaveText('')
    await expect(page.getByRole('status').filter({ hasText: 'La connessione è tornata' })).toBeVisible()
    await expect(messages(page)).toHaveText([/Prima/, /Seconda/])
    await expect(messages(page).last()).toHaveAttribute('id', /^comment-\d+$/)
    await expect(toolbar(page)).toBeVisible()
    await expect(reply(page)).toHaveText('Non ancora finita')
    expect(await isUntouched(page)).toBe(true)
    const { token, company, contactid } = session
    const { comments } = await call<Ticket>(token, 'GET', `/api/${company}/${contactid}/tickets/${ticket.id}`)
    expect(comments.map(({ message }) => message.replace(/<[^>]*>/g, ''))).toEqual(['Prima', 'Seconda'])
  })

  test('the editor of a ticket is prefetched', async ({ page, context, session, faults }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/)
    const ticket = await raise(session, { title: 'Prima della galleria' })
    const fetched = page.waitForResponse(editorFile)
    await openAhead(page, `${session.url}/tickets/${ticket.id}`)
    await fetched
    await goOffline(page, context)
    await reply(page).click()
    await expect(toolbar(page)).toBeVisible()
  })

  test('a reply without a response is sent again with the same idempotency key, even after a reload', async ({
    page,
    session,
    faults,
  }) => {
    faults.expect(/ERR_CONNECTION_RESET/)
    const ticket = await raise(session, { title: 'Risposta perduta' })
    await openAhead(page, `${session.url}/tickets/${ticket.id}`)
    await reply(page).click()
    await expect(toolbar(page)).toBeVisible()
    await reply(page).fill('Una volta sola')
    // The request arrives, but its response is lost.
    await page.route(/\/comments$/i, async route => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await send(page).click()
    const failed = page.locator('[data-state="failed"]')
    await expect(failed).toContainText('Non inviato.')
    await page.unroute(/\/comments$/i)
    page.on('dialog', dialog => dialog.accept())
    await page.reload()
    await expect(failed).toContainText('Una volta sola')
    await expect(reply(page)).toHaveText('')
    await failed.getByRole('button', { name: 'Riprova' }).click()
    await expect(failed).toHaveCount(0)
    await expect(messages(page)).toHaveCount(1)
    await page.reload()
    await expect(messages(page)).toHaveCount(1)
    await expect(failed).toHaveCount(0)
  })

  test('a ticket stays in its form, a reload asks for confirmation, and one ticket is created in the end', async ({
    page,
    context,
    session,
    faults,
  }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/)
    const title = 'Scritto in treno'
    await openAhead(page, `${session.url}/tickets/new`)
    await page.getByRole('textbox', { name: 'Titolo' }).fill(title)
    await page.getByRole('button', { name: /^Tipo/ }).click()
    await page.getByRole('option', { name: 'Guasto' }).click()
    await expect(toolbar(page)).toBeVisible()
    await page.getByRole('textbox', { name: 'Descrizione' }).fill('Testo che resta')
    await goOffline(page, context)
    const submit = page.getByRole('button', { name: 'Invia il ticket' })
    await submit.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Il ticket non è stato inviato.' })).toBeVisible()
    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.reload()))
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await expect(page.getByRole('textbox', { name: 'Titolo' })).toHaveValue(title)
    await context.setOffline(false)
    await expect(notice(page)).toHaveText('')
    await submit.click()
    await expect(page).toHaveURL(`${session.url}/tickets`)
    expect(await called(session, title)).toHaveLength(1)
  })

  test('an attempt survives a reload, so that the ticket is not created twice', async ({ page, session, faults }) => {
    faults.expect(/ERR_CONNECTION_RESET/)
    const title = 'Mandato e ricaricato'
    await openAhead(page, `${session.url}/tickets/new`)
    await page.getByRole('textbox', { name: 'Titolo' }).fill(title)
    await page.getByRole('button', { name: /^Tipo/ }).click()
    await page.getByRole('option', { name: 'Guasto' }).click()
    await expect(toolbar(page)).toBeVisible()
    await page.getByRole('textbox', { name: 'Descrizione' }).fill('Testo che resta')
    const create = new RegExp(`/api${session.url}/tickets$`)
    await page.route(create, async route => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Invia il ticket' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Il ticket non è stato inviato.' })).toBeVisible()
    await page.unroute(create)
    page.on('dialog', dialog => dialog.accept())
    await page.reload()
    await expect(page.getByText('Abbiamo conservato quello che avevi scritto')).toBeVisible()
    await expect(toolbar(page)).toBeVisible()
    await page.getByRole('button', { name: 'Invia il ticket' }).click()
    await expect(page).toHaveURL(`${session.url}/tickets`)
    expect(await called(session, title)).toHaveLength(1)
  })

  test('an unavailable portal is reported and retried, and shows later what happened meanwhile', async ({
    context,
    session,
    sessionOf,
    faults,
  }) => {
    faults.expect(/net::ERR_/)
    const ticket = await raise(session, { title: 'Portale fermo' })
    const proxy = await openTcpProxy(process.env.PORTICO_URL ?? '')
    try {
      const page = await context.newPage()
      await page.goto(`${proxy.origin}/brenta/privacy`)
      await page.evaluate(token => localStorage.setItem('token', token), session.token)
      const streaming = page.waitForResponse(/\/events$/)
      await openAhead(page, `${proxy.origin}${session.url}/tickets/${ticket.id}`)
      await streaming
      await expect(page.getByRole('heading', { name: ticket.title, level: 1 })).toBeVisible()
      proxy.cut()
      await expect(notice(page)).toContainText('Il portale non risponde.')
      await comment(await sessionOf(carlo), ticket.id, '<p>Detto nel frattempo</p>')
      proxy.restore()
      await notice(page).getByRole('button', { name: 'Riprova' }).click()
      await expect(notice(page)).toHaveText('')
      await expect(messages(page)).toContainText('Detto nel frattempo')
    } finally {
      proxy.close()
    }
  })
})

test.describe('reading', () => {
  test.use({ as: giulia })

  test('a section opened for the first time says that it waits for the connection, and opens by itself', async ({
    page,
    context,
    session,
    faults,
  }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch dynamically imported module/)
    await openAhead(page, `${session.url}/tickets`)
    await mark(page)
    await goOffline(page, context)
    const link = mainMenu(page).getByRole('link', { name: 'Wiki' })
    await link.hover()
    await link.click()
    await expect(page.getByText('Non è stato possibile mostrare questa pagina')).toBeVisible()
    await expect(page.getByText('Si aprirà da sola appena il portale torna raggiungibile.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Riprova' }).click()
    await expect(page.getByText('Non è stato possibile mostrare questa pagina')).toBeVisible()
    await expect(notice(page)).toContainText('Sei offline.')
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Wiki', level: 1 })).toBeVisible()
    await expect(page).toHaveURL(`${session.url}/wiki`)
    await expect(page.getByText('Sala compressori').first()).toBeVisible()
    expect(await isUntouched(page)).toBe(true)
    // Including its style sheet, which had not loaded either.
    const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''))
    expect(sheets.filter(href => href.includes('/wiki-screen'))).toHaveLength(1)
  })

  test('a page opened while the portal was unavailable continues when it is back', async ({
    page,
    session,
    faults,
  }) => {
    faults.expect(/ERR_FAILED/)
    const away = /\/api\/users\/me|\/healthz/
    await page.route(away, route => route.abort())
    await page.goto(`${session.url}/alltickets`)
    await expect(page.getByText('Sei ancora connesso')).toBeVisible()
    await page.unroute(away)
    await expect(page).toHaveURL(`${session.url}/alltickets`)
    await expect(page.getByRole('heading', { name: 'Tutti i ticket' })).toBeVisible()
  })
})

test.describe('a newer version', () => {
  test.use({ as: giulia })

  test('a section whose file no longer exists is loaded by a reload of the page', async ({ page, session, faults }) => {
    faults.expect(/404/, /Failed to fetch dynamically imported module/)
    await page.goto(`${session.url}/tickets`)
    await takeOut(page, invoicesFile)
    await mark(page)
    await mainMenu(page).getByRole('link', { name: 'Fatture' }).click()
    // Its rows alone would not do: until the reload the page shows those of the tickets.
    await expect(page.getByRole('heading', { name: 'Fatture' })).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page).toHaveURL(`${session.url}/invoices`)
    expect(await isUntouched(page)).toBe(false)
  })

  test('unfinished input is kept: the page announces the new version, and the next change of page loads it', async ({
    page,
    session,
    faults,
  }) => {
    faults.expect(/404/, /Failed to fetch dynamically imported module/)
    const { token, company, contactid, url } = session
    const [ticket] = await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets/all?q=E-14&limit=1`)
    await page.route(editorFile, route => route.fulfill({ status: 404, body: '' }))
    await openAhead(page, `${url}/tickets/${ticket?.id}`)
    await mark(page)
    await reply(page).click()
    await page.keyboard.type('A metà')
    await expect(notice(page)).toContainText('C’è una nuova versione del portale.')
    await page.keyboard.type(' frase')
    await expect(reply(page)).toHaveText('A metà frase')
    expect(await isUntouched(page)).toBe(true)

    await page.unroute(editorFile)
    await notice(page).getByRole('button', { name: 'Ricarica ora' }).click()
    await expect(toolbar(page)).toBeVisible()
    await expect(reply(page)).toHaveText('A metà frase')
    await expect(notice(page)).toHaveText('')
    await reply(page).fill('')
  })

  test('a portal that comes back with a newer version is reloaded at the next change of page', async ({
    page,
    session,
    faults,
  }) => {
    faults.expect(/ERR_FAILED/)
    await openAhead(page, `${session.url}/tickets`)
    await mark(page)
    await page.route(/\/healthz|\/api\//, route => route.abort())
    await page.getByRole('button', { name: 'Cerca nei ticket' }).click()
    await expect(notice(page)).toContainText('Il portale non risponde.')
    await page.route(`${process.env.PORTICO_URL}/`, route =>
      route.fulfill({ contentType: 'text/html', body: '<script id="portico-boot"></script>' }),
    )
    await page.unroute(/\/healthz|\/api\//)
    await expect(notice(page)).toContainText('C’è una nuova versione del portale.')
    await page.keyboard.press('Escape')
    expect(await isUntouched(page)).toBe(true)
    await mainMenu(page).getByRole('link', { name: 'Contatti' }).click()
    await expect(page.getByRole('heading', { name: 'Contatti', level: 1 })).toBeVisible()
    await expect.poll(() => isUntouched(page)).toBe(false)
  })
})
