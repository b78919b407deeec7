import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Ticket } from '@portico/contract/tickets'
import { portico } from '../support/command-line.ts'
import { choose, drop, log, paste, picture } from '../support/files.ts'
import { enea, type Person, passwordHash, sofia } from '../support/people.ts'
import { call, expect, type Session, signIn, test } from '../support/portico.ts'

const form = (page: Page) => ({
  title: page.getByRole('textbox', { name: 'Titolo' }),
  type: page.getByRole('button', { name: /^Tipo/ }),
  description: page.getByRole('textbox', { name: 'Descrizione' }),
  send: page.getByRole('button', { name: 'Invia il ticket' }),
  files: page.getByRole('list', { name: 'File allegati' }).getByRole('listitem'),
})

const open = async (page: Page, { url }: Session) => {
  await page.goto(`${url}/tickets/new`)
  await expect(page.getByRole('heading', { name: 'Nuovo ticket' })).toBeVisible()
  await expect(form(page).description).not.toHaveAttribute('aria-busy')
}

const chooseType = async (page: Page, name: string) => {
  await form(page).type.click()
  await page.getByRole('option', { name }).click()
}

const called = async ({ token, company, contactid }: Session, title: string) =>
  (await call<Ticket[]>(token, 'GET', `/api/${company}/${contactid}/tickets?limit=500`)).filter(
    ticket => ticket.title === title,
  )

const read = ({ token, company, contactid }: Session, id: number) =>
  call<Ticket>(token, 'GET', `/api/${company}/${contactid}/tickets/${id}`)

/** Creates a user of a new portal that has no ticket types. */
const someoneOfAnEmptyPortal = async (): Promise<Person> => {
  const company = `vuoto-${randomBytes(4).toString('hex')}`
  const userName = `lea.${company}`
  await portico(['company', 'add', 'Officina Vuoto', '--id', company])
  const named = ['--key', company, '--name', 'Officina Vuoto', '--support-email', `aiuto@${company}.example`]
  await portico([
    'portal',
    'add',
    '--company',
    company,
    ...named,
    '--support-phone',
    '045 555 0100',
    '--ticket-types',
    '',
  ])
  const lines = [
    { type: 'contact', externalId: 'c', portal: company, serviceCompany: company, companyName: 'Ditta Lea' },
    { type: 'webUser', externalId: 'u', serviceCompany: company, userName, passwordHash },
    {
      type: 'membership',
      externalId: 'm',
      serviceCompany: company,
      contact: 'c',
      webUser: 'u',
      referentName: 'Lea',
      flags: ['manageTickets'],
    },
  ]
  const folder = await mkdtemp(join(tmpdir(), 'portico-empty-portal-'))
  await writeFile(join(folder, 'lines.jsonl'), lines.map(line => JSON.stringify(line)).join('\n'))
  await portico(['import', join(folder, 'lines.jsonl')])
  await rm(folder, { recursive: true })
  return { userName, company, name: 'Lea' }
}

test('a portal without ticket types says so instead of the form, and whom to contact', async ({ openAs }) => {
  const lea = await someoneOfAnEmptyPortal()
  const { url } = await signIn(lea)
  const page = await openAs(lea)
  await page.goto(`${url}/tickets/new`)
  await expect(page.getByRole('heading', { name: 'Da qui non si possono ancora aprire ticket' })).toBeVisible()
  await expect(form(page).send).toBeHidden()
  await page.getByRole('link', { name: 'Come contattarci' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: '045 555 0100' })).toBeVisible()
})

test.describe('with the rich editor', () => {
  test.use({ as: sofia })

  test('a ticket has a pasted picture, a selected file and a dropped file', async ({ page, session }) => {
    const title = 'Il monitor sfarfalla'
    await open(page, session)
    const { description, send, files } = form(page)
    await form(page).title.fill(title)
    await chooseType(page, 'Guasto')
    await description.click()
    await page.keyboard.type('Da stamattina, ')
    await page.keyboard.press('Control+B')
    await page.keyboard.type('sempre')
    await page.keyboard.press('Control+B')
    await page.keyboard.press('Enter')
    await paste(page, picture)
    await expect(description.getByRole('img')).toBeVisible()
    await choose(page.getByRole('button', { name: 'scegli dal dispositivo' }), log)
    await expect(files.filter({ hasText: log.name })).toHaveAttribute('data-state', 'done')
    await drop(page.locator('.drop-zone'), { ...picture, name: 'caduta.png' })
    await expect(files.filter({ hasText: 'caduta.png' })).toHaveAttribute('data-state', 'done')
    await send.click()

    await expect(page).toHaveURL(`${session.url}/tickets`)
    const told = page.getByRole('region', { name: 'Notifiche' }).getByRole('status')
    await expect(told).toContainText(/Ticket #\d+ inviato/)
    await expect(page.locator('.row-link').filter({ hasText: title })).toBeVisible()
    await told.getByRole('button', { name: 'Apri il ticket' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    const body = page.locator('.ticket-description')
    await expect(body.getByText('sempre')).toHaveCSS('font-weight', /^[67]00$/)
    await expect(body.locator('.prose').getByRole('img')).toHaveJSProperty('complete', true)
    const thumb = body.getByRole('button', { name: 'Apri l’immagine caduta.png' })
    await thumb.click()
    const large = page.getByRole('dialog', { name: 'Immagine 1 di 1: caduta.png' })
    await expect(large.getByRole('img')).toHaveJSProperty('complete', true)
    await expect(large.getByRole('button', { name: 'Chiudi' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(large).toBeHidden()
    await expect(thumb).toBeFocused()
    const chip = body.getByRole('link')
    await expect(chip).toHaveText('REGISTRO-DEGLI-ALLA…')
    await expect(chip).toHaveAttribute('title', log.name)
    const download = page.waitForEvent('download')
    await chip.click()
    expect((await download).suggestedFilename()).toBe(log.name)
  })

  test('missing fields are reported, nothing is sent, and the first of them has the focus', async ({
    page,
    session,
  }) => {
    await open(page, session)
    const sent: string[] = []
    page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
    await form(page).send.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Compila tutti i campi obbligatori' })).toBeVisible()
    await expect(page.getByText('Dai un titolo al ticket')).toBeVisible()
    await expect(page.getByText('Scegli il tipo di ticket')).toBeVisible()
    await expect(page.getByText('Descrivi che cosa è successo')).toBeVisible()
    await expect(form(page).title).toBeFocused()
    await form(page).title.fill('Quasi tutto')
    await chooseType(page, 'Richiesta')
    await form(page).send.click()
    await expect(form(page).description).toBeFocused()
    expect(sent).toEqual([])
  })

  test('a failed submission keeps the input, and retrying creates only one ticket', async ({
    page,
    session,
    faults,
  }) => {
    faults.expect(/ERR_CONNECTION_RESET/)
    const title = 'Linea caduta a metà'
    await open(page, session)
    await form(page).title.fill(title)
    await chooseType(page, 'Guasto')
    await form(page).description.fill('Testo che non deve andare perso')
    await choose(page.getByRole('button', { name: 'scegli dal dispositivo' }), log)
    await expect(form(page).files).toHaveAttribute('data-state', 'done')
    const create = new RegExp(`/api${session.url}/tickets$`)
    // The request arrives but its response is lost, which is the worst case for a retry.
    await page.route(create, async route => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await form(page).send.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Il ticket non è stato inviato.' })).toBeFocused()
    await expect(form(page).title).toHaveValue(title)
    await expect(form(page).type).toContainText('Guasto')
    await expect(form(page).description).toHaveText('Testo che non deve andare perso')
    await expect(form(page).files).toContainText(log.name)
    await page.unroute(create)
    await form(page).send.click()
    await expect(page).toHaveURL(`${session.url}/tickets`)
    expect(await called(session, title)).toHaveLength(1)
  })

  test('a text that is too long is reported before anything is sent', async ({ page, session }) => {
    await open(page, session)
    await form(page).title.fill('Registro intero')
    await chooseType(page, 'Guasto')
    await form(page).description.fill('x'.repeat(100_001))
    await form(page).send.click()
    await expect(page.getByRole('status').filter({ hasText: 'Il testo è troppo lungo.' })).toBeFocused()
    expect(await called(session, 'Registro intero')).toHaveLength(0)
    await form(page).description.fill('Il registro è in allegato')
    await form(page).send.click()
    await expect(page).toHaveURL(`${session.url}/tickets`)
  })

  test('a double click creates one ticket', async ({ page, session }) => {
    const title = 'Premuto due volte'
    await open(page, session)
    await form(page).title.fill(title)
    await chooseType(page, 'Guasto')
    await form(page).description.fill('Una volta basta')
    await form(page).send.dblclick()
    await expect(page).toHaveURL(`${session.url}/tickets`)
    await expect(page.locator('.row-link').filter({ hasText: title })).toHaveCount(1)
    expect(await called(session, title)).toHaveLength(1)
  })

  test('the input survives a reload, and leaving asks for confirmation', async ({ page, session }) => {
    await open(page, session)
    await form(page).title.fill('Lasciato a metà')
    await form(page).description.fill('Ancora qui')
    page.on('dialog', dialog => dialog.accept())
    await page.reload()
    await expect(page.getByText('Abbiamo conservato quello che avevi scritto')).toBeVisible()
    await expect(form(page).title).toHaveValue('Lasciato a metà')
    await expect(form(page).description).toHaveText('Ancora qui')
    await page.getByRole('navigation').getByRole('link', { name: 'Contatti' }).click()
    const question = page.getByRole('alertdialog', { name: 'Lasciare la pagina senza inviare?' })
    await question.getByRole('button', { name: 'Resta qui' }).click()
    await expect(form(page).title).toHaveValue('Lasciato a metà')
    await page.locator('.form-actions').getByRole('button', { name: 'Annulla' }).click()
    await question.getByRole('button', { name: 'Lascia senza inviare' }).click()
    await expect(page).toHaveURL(`${session.url}/tickets`)
    await open(page, session)
    await expect(form(page).title).toHaveValue('')
  })

  test('a refused file is reported and can be removed', async ({ page, session, faults }) => {
    faults.expect(/415/)
    await open(page, session)
    const add = page.getByRole('button', { name: 'scegli dal dispositivo' })
    await choose(add, { ...log, name: 'finto.pdf', mimeType: 'application/pdf' })
    await expect(form(page).files.getByRole('alert')).toHaveText(
      'Il contenuto di questo file non corrisponde all’estensione del nome.',
    )
    await choose(add, { ...log, name: 'programma.exe' })
    await expect(form(page).files.getByRole('alert').nth(1)).toHaveText('Questo tipo di file non è accettato.')
    await expect(page.getByRole('button', { name: 'Carica di nuovo' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Rimuovi programma.exe' }).click()
    await form(page).title.fill('Con un file rifiutato')
    await chooseType(page, 'Guasto')
    await form(page).description.fill('…')
    await form(page).send.click()
    await expect(page.getByText('Un file non è stato caricato. Riprova o rimuovilo.')).toBeVisible()
    await page.getByRole('button', { name: 'Rimuovi finto.pdf' }).click()
    await expect(form(page).files).toHaveCount(0)
    await choose(add, { ...log, name: 'vuoto.txt', buffer: Buffer.alloc(0) })
    await expect(page.getByText('vuoto.txt è vuoto e non è stato allegato.')).toBeVisible()
  })
})

test.describe('with the plain editor', () => {
  test.use({ as: enea })

  test('the text area is 100 px high, and line breaks and special characters stay as typed', async ({
    page,
    session,
  }) => {
    const title = 'Consumi strani'
    await open(page, session)
    const { description } = form(page)
    expect(await description.evaluate(node => [node.tagName, getComputedStyle(node).height])).toEqual([
      'TEXTAREA',
      '100px',
    ])
    await form(page).title.fill(title)
    await chooseType(page, 'Guasto')
    await description.fill('Prima riga\nseconda <b>riga</b> & altro\n\nultima')
    await form(page).send.click()
    await expect(page).toHaveURL(`${session.url}/tickets`)
    await page.locator('.row-link').filter({ hasText: title }).click()
    const body = page.locator('.ticket-description .prose')
    await expect(body).toContainText('seconda <b>riga</b> & altro')
    expect((await body.innerText()).trim().split('\n')).toEqual([
      'Prima riga',
      'seconda <b>riga</b> & altro',
      '',
      'ultima',
    ])
    const [raised] = await called(session, title)
    expect((await read(session, raised?.id ?? 0)).description).toContain('&lt;b&gt;riga&lt;/b&gt; &amp; altro')
  })
})
