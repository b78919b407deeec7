import type { Locator, Page } from '@playwright/test'
import type { Ticket } from '@portico/contract/tickets'
import { choose, log, paste, picture } from '../support/files.ts'
import { anna, carlo, enea, giulia, password, sofia } from '../support/people.ts'
import { call, comment, expect, raise, type Session, signIn, test } from '../support/portico.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'

const conversation = (page: Page) => page.getByRole('region', { name: 'Conversazione' })
const messages = (page: Page) => conversation(page).getByRole('article')
const reply = (page: Page) => page.getByRole('textbox', { name: 'Il tuo messaggio' })
const send = (page: Page) => page.getByRole('button', { name: 'Invia il messaggio' })

const openTicket = async (page: Page, { url }: Session, { id, title }: { id: number; title: string }) => {
  await page.goto(`${url}/tickets/${id}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

/** Focuses the reply box and waits for the editor. */
const begin = async (page: Page) => {
  await reply(page).click()
  await expect(page.getByRole('toolbar', { name: 'Formattazione del testo' })).toBeVisible()
}

const read = ({ token, company, contactid }: Session, id: number) =>
  call<Ticket>(token, 'GET', `/api/${company}/${contactid}/tickets/${id}`)

test.describe('writing messages', () => {
  test.use({ as: sofia })

  test('a reply has a picture, a file and an address in copy', async ({ page, session }) => {
    const ticket = await raise(session, { title: 'Risposta completa' })
    await openTicket(page, session, ticket)
    await expect(page.getByText('Ancora nessun messaggio. La risposta comparirà qui.')).toBeVisible()
    await expect(page.getByText(/^Aperto da te, /)).toBeVisible()
    await begin(page)
    await page.keyboard.type('Ecco la schermata:')
    await paste(page, picture)
    await expect(reply(page).getByRole('img')).toBeVisible()
    await choose(page.getByRole('button', { name: 'Allega file' }), log)
    await expect(page.getByRole('listitem').filter({ hasText: log.name })).toHaveAttribute('data-state', 'done')
    await page.getByRole('button', { name: 'Metti qualcuno in copia' }).click()
    const cc = page.getByRole('textbox', { name: 'Cc' })
    await cc.fill('nessuno')
    await send(page).click()
    await expect(page.getByText('“nessuno” non è un indirizzo e-mail')).toBeVisible()
    expect((await read(session, ticket.id)).comments).toHaveLength(0)
    await cc.fill('ufficio@prova.example; capo@prova.example')
    await send(page).click()
    const message = messages(page).filter({ hasText: 'Ecco la schermata' })
    await expect(message).toHaveAttribute('id', /^comment-\d+$/)
    await expect(message.locator('.bubble-author')).toHaveText('Tu')
    await expect(message.getByRole('img')).toHaveJSProperty('complete', true)
    await expect(message.getByRole('link')).toHaveText('REGISTRO-DEGLI-ALLA…')
    await expect(message.getByText('In copia a ufficio@prova.example, capo@prova.example')).toBeVisible()
    await expect(reply(page)).toHaveText('')
    await expect(messages(page)).toHaveCount(1)
  })

  test('Ctrl+Enter sends; a message that fails is kept and can be retried, edited or discarded', async ({
    page,
    session,
    faults,
  }) => {
    faults.expect(/ERR_CONNECTION_REFUSED/)
    const ticket = await raise(session, { title: 'Senza linea' })
    await openTicket(page, session, ticket)
    await page.route(/\/comments$/i, route => route.abort('connectionrefused'))
    await begin(page)
    await reply(page).fill('Uno')
    await page.keyboard.press('Control+Enter')
    const failed = page.locator('[data-state="failed"]')
    await expect(failed.getByRole('alert')).toContainText('Non inviato. Impossibile raggiungere il portale.')
    await failed.getByRole('button', { name: 'Modifica' }).click()
    await expect(reply(page)).toHaveText('Uno')
    await expect(failed).toHaveCount(0)
    await reply(page).fill('Due')
    await page.keyboard.press('Control+Enter')
    await expect(failed).toContainText('Due')
    await page.unroute(/\/comments$/i)
    await failed.getByRole('button', { name: 'Riprova' }).click()
    await expect(failed).toHaveCount(0)
    await expect(messages(page)).toHaveCount(1)
    await expect(messages(page)).toContainText('Due')
    await expect(messages(page)).toHaveAttribute('id', /^comment-\d+$/)
    expect((await read(session, ticket.id)).comments).toHaveLength(1)
  })

  test('a message that failed survives the end of the session and of the page', async ({ page, session, faults }) => {
    faults.expect(/503/)
    faults.expect(/401/)
    const ticket = await raise(session, { title: 'Sessione finita' })
    await openTicket(page, session, ticket)
    await page.route(/\/comments$/i, route => route.fulfill({ status: 503 }))
    await begin(page)
    await reply(page).fill('Prima')
    await send(page).click()
    await expect(page.locator('[data-state="failed"]')).toContainText('Prima')
    await page.route(/\/comments$/i, route => route.fulfill({ status: 401, json: { code: 'unauthenticated' } }))
    await reply(page).fill('Seconda')
    await send(page).click()
    await expect(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
    await page.unroute(/\/comments$/i)
    await page.getByRole('textbox', { name: 'Nome utente' }).fill(sofia.userName)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Accedi' }).click()
    const failed = page.locator('[data-state="failed"]')
    await expect(failed).toContainText(['Prima', 'Seconda'])
    page.on('dialog', dialog => dialog.accept())
    await page.reload()
    await expect(failed).toContainText(['Prima', 'Seconda'])
    await failed.first().getByRole('button', { name: 'Riprova' }).click()
    await expect(failed).toHaveCount(1)
    await failed.getByRole('button', { name: 'Modifica' }).click()
    await expect(reply(page)).toHaveText('Seconda')
    await send(page).click()
    await expect(failed).toHaveCount(0)
    await expect(messages(page).last()).toHaveAttribute('id', /^comment-/)
    await page.reload()
    await expect(messages(page)).toContainText(['Prima', 'Seconda'])
    await expect(messages(page)).toHaveCount(2)
    await expect(reply(page)).toHaveText('')
  })

  test('the state of a message is shown above the reply box', async ({ page, session, faults }) => {
    faults.expect(/503/)
    const ticket = await raise(session, { title: 'Conversazione alta' })
    await comment(session, ticket.id, '<p>Una riga</p>'.repeat(40))
    await openTicket(page, session, ticket)
    const clearance = async (shown: Locator) => {
      const [box, line] = [await page.locator('.ticket-reply .editor').boundingBox(), await shown.boundingBox()]
      return (box?.y ?? 0) - (line?.y ?? 0) - (line?.height ?? 0)
    }
    await begin(page)
    await reply(page).fill('Arriva')
    await send(page).click()
    const mine = messages(page).filter({ hasText: 'Arriva' })
    await expect(mine).toHaveAttribute('id', /^comment-\d+$/)
    await expect.poll(() => clearance(mine)).toBeGreaterThanOrEqual(0)
    await page.route(/\/comments$/i, route => route.fulfill({ status: 503 }))
    await begin(page)
    await reply(page).fill('Non arriva')
    await send(page).click()
    const failed = page.getByRole('alert').filter({ hasText: 'Non inviato.' })
    await expect(failed).toBeVisible()
    await expect.poll(() => clearance(failed)).toBeGreaterThanOrEqual(0)
  })

  test('no key press is lost while the rich-text editor loads', async ({ page, session }) => {
    const ticket = await raise(session, { title: 'Chi scrive in fretta' })
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(/rich-editor.*\.js$/, async route => {
      await held
      await route.continue()
    })
    await openTicket(page, session, ticket)
    await reply(page).focus()
    await page.keyboard.type('Prima ')
    release()
    await page.keyboard.type('che arrivi la barra si scrive già, e poi si va avanti', { delay: 10 })
    await expect(page.getByRole('toolbar', { name: 'Formattazione del testo' })).toBeVisible()
    await expect(reply(page)).toHaveText('Prima che arrivi la barra si scrive già, e poi si va avanti')
    await expect(reply(page)).toBeFocused()
  })

  test('an unfinished reply survives a change of screen', async ({ page, session }) => {
    const ticket = await raise(session, { title: 'Bozza' })
    await openTicket(page, session, ticket)
    await begin(page)
    await reply(page).fill('Ci devo pensare')
    await page.getByRole('navigation').getByRole('link', { name: 'Contatti' }).click()
    await expect(page.getByRole('heading', { name: 'Contatti', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(reply(page)).toHaveText('Ci devo pensare')
  })

  test('closing asks for confirmation, and a message reopens the ticket', async ({ page, session }) => {
    const ticket = await raise(session, { title: 'Da chiudere' })
    await openTicket(page, session, ticket)
    const close = page.getByRole('complementary').getByRole('button', { name: 'Chiudi il ticket' })
    await close.click()
    const question = page.getByRole('alertdialog', { name: 'Chiudere il ticket?' })
    await expect(question.getByRole('button', { name: 'Lascialo aperto' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(close).toBeFocused()
    await close.click()
    await question.getByRole('textbox', { name: 'Ultimo messaggio' }).fill('Risolto, grazie.')
    await question.getByRole('button', { name: 'Chiudi il ticket' }).click()
    await expect(page.getByText('Ticket chiuso', { exact: true }).last()).toBeVisible()
    // The button that had the focus is gone.
    await expect(page.locator('.ticket-title').first()).toBeFocused()
    await expect(conversation(page)).toContainText('Ticket chiuso da te')
    await expect(messages(page)).toContainText('Risolto, grazie.')
    await expect(close).toBeHidden()
    await expect(page.getByText('Questo ticket è chiuso. Un nuovo messaggio lo riapre.')).toBeVisible()
    await begin(page)
    await reply(page).fill('Anzi no')
    await send(page).click()
    await expect(conversation(page)).toContainText('Ticket riaperto da te')
    await expect(close).toBeVisible()
    await expect(page.locator('.ticket-headline').getByText('Nuovo')).toBeVisible()
  })

  test('a closing message is kept when a colleague closes the ticket meanwhile', async ({ page, session }) => {
    const ticket = await raise(session, { title: 'Chiuso in due' })
    await openTicket(page, session, ticket)
    await page.getByRole('complementary').getByRole('button', { name: 'Chiudi il ticket' }).click()
    const question = page.getByRole('alertdialog', { name: 'Chiudere il ticket?' })
    const last = question.getByRole('textbox', { name: 'Ultimo messaggio' })
    await last.fill('Era il cavo di rete.')
    const colleague = await signIn(carlo)
    const path = `/api/${colleague.company}/${colleague.contactid}/tickets/${ticket.id}/close`
    await call(colleague.token, 'POST', path, { message: 'Chiudo io.' })
    await expect(conversation(page)).toContainText('Ticket chiuso da Carlo Prova')
    await expect(last).toHaveValue('Era il cavo di rete.')
    await question.getByRole('button', { name: 'Chiudi il ticket' }).click()
    await expect(question).toBeHidden()
    await expect(messages(page)).toContainText(['Chiudo io.', 'Era il cavo di rete.'])
    await expect(page.getByText('Questo ticket è chiuso. Un nuovo messaggio lo riapre.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Chiudi il ticket' })).toBeHidden()
  })

  test('a colleague sees a new message without a reload', async ({ page, session, openAs }) => {
    const ticket = await raise(session, { title: 'A quattro mani' })
    const other = await openAs(carlo)
    await other.goto(`${session.url}/tickets/${ticket.id}`)
    await expect(other.getByRole('heading', { name: ticket.title })).toBeVisible()
    await expect(other.getByText(/^Aperto da Sofia Prova, /)).toBeVisible()
    await openTicket(page, session, ticket)
    await begin(page)
    await reply(page).fill('Ci sei?')
    await send(page).click()
    await expect(messages(page)).toHaveCount(1)
    await expect(messages(other)).toContainText('Ci sei?')
    await expect(messages(other).locator('.bubble-author')).toHaveText('Sofia Prova')
    await begin(other)
    await reply(other).fill('Ci sono')
    await send(other).click()
    await expect(messages(page).filter({ hasText: 'Ci sono' }).locator('.bubble-author')).toHaveText('Carlo Prova')
    await expect(page.getByText('Nuovo messaggio da Carlo Prova')).toBeAttached()
  })

  test('an interrupted event stream resumes and misses nothing', async ({ context, session, sessionOf, faults }) => {
    faults.expect(/net::ERR_/)
    const ticket = await raise(session, { title: 'Filo tagliato' })
    const proxy = await openTcpProxy(process.env.PORTICO_URL ?? '')
    try {
      const page = await context.newPage()
      await page.goto(`${proxy.origin}/brenta/privacy`)
      await page.evaluate(token => localStorage.setItem('token', token), session.token)
      const streaming = page.waitForResponse(/\/events$/)
      await page.goto(`${proxy.origin}${session.url}/tickets/${ticket.id}`)
      await streaming
      await expect(page.getByRole('heading', { name: ticket.title, level: 1 })).toBeVisible()
      await page.evaluate(() => Object.assign(window, { untouched: true }))
      proxy.cut()
      await comment(await sessionOf(carlo), ticket.id, '<p>Detto nel silenzio</p>')
      const again = page.waitForRequest(
        request => /\/events$/.test(request.url()) && Boolean(request.headers()['last-event-id']),
      )
      proxy.restore()
      await again
      await expect(messages(page).filter({ hasText: 'Detto nel silenzio' })).toBeVisible()
      await comment(await sessionOf(carlo), ticket.id, '<p>E subito dopo</p>')
      await expect(messages(page).filter({ hasText: 'E subito dopo' })).toBeVisible()
      expect(await page.evaluate('untouched')).toBe(true)
    } finally {
      proxy.close()
    }
  })

  test('messages that arrived while the browser was offline appear when it is online again', async ({
    page,
    context,
    session,
    sessionOf,
    faults,
  }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/)
    const ticket = await raise(session, { title: 'Galleria' })
    await openTicket(page, session, ticket)
    await context.setOffline(true)
    await comment(await sessionOf(carlo), ticket.id, '<p>Detto nel frattempo</p>')
    await context.setOffline(false)
    await expect(messages(page)).toContainText('Detto nel frattempo')
    await comment(await sessionOf(carlo), ticket.id, '<p>Detto adesso</p>')
    await expect(messages(page).last()).toContainText('Detto adesso')
  })
})

test.describe('a ticket about an asset', () => {
  test.use({ as: anna })

  test('links to the asset', async ({ page, session }) => {
    const { token, company, contactid, url } = session
    const [ticket] = await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets?q=Pressa+ferma`)
    await page.goto(`${url}/tickets/${ticket?.id}`)
    const details = page.getByRole('complementary', { name: 'Dettagli del ticket' })
    await details.getByRole('link', { name: 'Reparto – Pressa Ghidini' }).click()
    await expect(page).toHaveURL(`${url}/wiki?open=${ticket?.wikiElement?.id}`)
    await expect(page.getByRole('heading', { name: 'Pressa Ghidini' })).toBeVisible()
  })
})

test.describe('with the plain editor', () => {
  test.use({ as: enea })

  test('a reply keeps its line breaks, in a text area 100 px high', async ({ page, session }) => {
    const ticket = await raise(session, { title: 'Risposta semplice', description: 'Riga' })
    await openTicket(page, session, ticket)
    await reply(page).fill('x'.repeat(100_001))
    await send(page).click()
    await expect(page.getByText('Il testo è troppo lungo.')).toBeVisible()
    await reply(page).fill('Prima\nSeconda <i>')
    expect(await reply(page).evaluate(node => [node.tagName, getComputedStyle(node).height])).toEqual([
      'TEXTAREA',
      '100px',
    ])
    await send(page).click()
    await expect(messages(page)).toHaveAttribute('id', /^comment/)
    expect((await messages(page).locator('.bubble-text').innerText()).trim()).toBe('Prima\nSeconda <i>')
  })
})

test.describe('the demo', () => {
  test.use({ as: giulia })

  const demoTicket = async ({ token, company, contactid }: Session, words: string) => {
    const query = `q=${encodeURIComponent(words)}&limit=1`
    const [found] = await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets/all?${query}`)
    if (!found) throw new Error(`no ticket "${words}"`)
    return found
  }

  test('staff have a name and a picture, and the next visit is shown', async ({ page, session }) => {
    await openTicket(page, session, await demoTicket(session, 'allarme E-14'))
    const staff = page.locator('.bubble--staff').first()
    await expect(staff.locator('.bubble-author')).toHaveText('Marco Ferraris')
    await expect(staff.locator('img').first()).toHaveJSProperty('complete', true)
    expect(
      await staff
        .locator('img')
        .first()
        .evaluate(node => (node as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(0)
    await expect(conversation(page).getByText(/^In programma: Intervento in sede/)).toBeVisible()
    const details = page.getByRole('complementary', { name: 'Dettagli del ticket' })
    await expect(details).toContainText('#1269'.slice(1))
    await expect(details).toContainText('Sala compressori – Compressore Kaeser SK 25 n. 1')
  })

  test('the expired URL of a picture is renewed', async ({ page, session, faults }) => {
    faults.expect(/api\/files\//)
    const ticket = await demoTicket(session, 'allarme E-14')
    const answers: string[] = []
    await page.route(new RegExp(`/tickets/${ticket.id}$`), async route => {
      const response = await route.fetch()
      const text = await response.text()
      // The first response has an expired URL.
      answers.push(text)
      await route.fulfill({ response, body: answers.length > 1 ? text : text.replace(/([?&;]e=)\d+/g, '$11000000000') })
    })
    await openTicket(page, session, ticket)
    await expect.poll(() => answers.length).toBe(2)
    const picture = page.locator('.ticket-description img').first()
    await expect.poll(() => picture.evaluate(node => (node as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  })

  test('a long conversation starts at the top and is grouped by day', async ({ page, session }) => {
    const { id } = await demoTicket(session, '1217')
    await page.goto(`${session.url}/tickets/${id}`)
    await expect.poll(() => messages(page).count()).toBeGreaterThanOrEqual(20)
    expect(await conversation(page).getByRole('heading', { level: 2 }).count()).toBeGreaterThan(1)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })
})

test.describe('a ticket that cannot be shown', () => {
  test.use({ as: anna })

  test('is reported as not found, with a link back', async ({ page, session, faults }) => {
    faults.expect(/404/)
    await page.goto(`${session.url}/tickets/999999`)
    await expect(page.getByRole('heading', { name: 'Ticket non trovato' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'I miei ticket' }).click()
    await expect(page.getByRole('heading', { name: 'I miei ticket' })).toBeVisible()
  })

  test('offers to retry when loading fails', async ({ page, session, sessionOf, faults }) => {
    faults.expect(/500/)
    const { token, company, contactid } = await sessionOf(anna)
    const [ticket] = await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets?limit=1`)
    const address = new RegExp(`/api/.*/tickets/${ticket?.id}$`)
    // Fails until something is pressed: the page also asks again by itself, for example when its event stream opens.
    await page.addInitScript(() => addEventListener('click', () => Object.assign(window, { pressed: true }), true))
    await page.route(address, async route => {
      const isPressed = await page.evaluate(() => 'pressed' in window)
      await (isPressed ? route.fallback() : route.fulfill({ status: 500, body: '' }))
    })
    await page.goto(`${session.url}/tickets/${ticket?.id}`)
    await expect(page.getByText('Non è stato possibile caricare il ticket')).toBeVisible()
    await page.getByRole('button', { name: 'Riprova' }).click()
    await expect(page.getByRole('heading', { name: ticket?.title })).toBeVisible()
  })
})
