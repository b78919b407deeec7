import type { Page } from '@playwright/test'
import { mailTo } from '../support/outbox.ts'
import { paolo } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'
import { ivanTomaselli, saraBellini, signInStaff } from '../support/staff.ts'

const dialog = (page: Page) => page.getByRole('dialog')

/** Hands mails over as a program of the company does. */
const mailSender = async (page: Page) => {
  const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
  const headers = { 'X-CSRF-Token': csrfToken }
  const data = { name: `Posta ${Date.now()}`, portalIds: null, readOnly: false }
  const { key } = await (await page.request.post('/api/staff/api-keys', { headers, data })).json()
  return async (from: string, subject: string, text: string, more: readonly string[] = []) => {
    const raw = [
      ...more,
      `From: ${from}`,
      'To: aiuto@lagorai.example',
      `Subject: ${subject}`,
      `Message-ID: <${Math.random()}@mail.example>`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '',
    ].join('\r\n')
    const sent = await page.request.post('/api/operator/v1/mail', {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'message/rfc822' },
      data: Buffer.from(raw),
    })
    expect(sent.status()).toBe(202)
  }
}

test('mail of an unknown sender arrives by itself, is dropped, put back, and accepted as a ticket of a customer', async ({
  page,
}) => {
  const word = `${test.info().retry}${Date.now() % 1_000_000}`
  const [wanted, unwanted] = [`Caldaia ferma ${word}`, `Offerta ${word}`]
  await signInStaff(page, ivanTomaselli)
  const send = await mailSender(page)
  await page.goto('/staff/mail')
  await expect(page.getByRole('heading', { name: 'Posta da smistare' })).toBeVisible()
  await send(
    'Anna Nuova <anna@privata.example>',
    `Re: ${wanted}`,
    'La caldaia non parte. Ieri sera andava, stamattina è fredda e il display resta spento.\r\n\r\nIl 2/3 Lagorai ha scritto:\r\n> Prima',
  )
  await send('Negozio <offerte@negozio.example>', unwanted, 'Compra')
  const list = page.getByRole('list').filter({ hasText: wanted })
  await expect(list).toContainText(unwanted)
  await expect(page.getByRole('navigation', { name: 'Banco' })).toContainText('e-mail da smistare')

  await page.getByRole('link', { name: unwanted }).click()
  await page.getByRole('button', { name: 'Scarta', exact: true }).click()
  await expect(page.getByRole('link', { name: unwanted })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Scartate' }).click()
  await page.getByRole('link', { name: unwanted }).click()
  await page.getByRole('button', { name: 'Rimetti da smistare' }).click()
  await page.getByRole('radio', { name: 'Da smistare' }).click()

  await page.getByRole('checkbox', { name: new RegExp(unwanted) }).check()
  await page.getByRole('button', { name: 'Scarta' }).click()
  await expect(page.getByRole('link', { name: unwanted })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Scartate' }).click()
  await page.getByRole('link', { name: unwanted }).click()
  await page.getByRole('button', { name: 'Rimetti da smistare' }).click()
  await page.getByRole('radio', { name: 'Da smistare' }).click()
  await expect(page.getByRole('link', { name: unwanted })).toBeVisible()

  await page.getByRole('link', { name: wanted }).click()
  const panel = page
    .getByRole('complementary')
    .or(page.getByRole('region', { name: wanted }))
    .first()
  await expect(panel).toContainText('Nessuno dei tuoi clienti ha questo indirizzo.')
  await expect(panel).toContainText('La caldaia non parte.')
  await page.getByRole('button', { name: 'Mostra il testo citato (2 righe)' }).click()
  await page.getByRole('button', { name: 'Accetta…' }).click()
  await dialog(page).getByRole('button', { name: 'Accetta' }).click()
  await expect(dialog(page)).toContainText('Scegli il cliente')
  await dialog(page)
    .getByRole('button', { name: /^Cliente/ })
    .click()
  await page.getByRole('option').first().click()
  await dialog(page)
    .getByRole('button', { name: /^Persona/ })
    .click()
  await page.getByRole('option').first().click()
  await dialog(page).getByRole('button', { name: 'Accetta' }).click()
  await expect(page.getByText('È stato aperto un ticket')).toBeVisible()
  await page.getByRole('button', { name: 'Apri il ticket' }).click()
  await expect(page.getByRole('heading', { name: wanted })).toBeVisible()
  await expect(page.getByText('per e-mail').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Scarica l’e-mail intera' })).toBeVisible()
})

test('customers of the same name are told apart by their portal, and who is slower learns of the colleague', async ({
  page,
  faults,
}) => {
  const subject = `Doppione ${test.info().retry}${Date.now() % 1_000_000}`
  await signInStaff(page, saraBellini)
  const send = await mailSender(page)
  await page.goto('/staff/mail')
  await send('Anna Nuova <anna@privata.example>', subject, 'La caldaia non parte.')
  await page.getByRole('link', { name: subject }).click()
  await page.getByRole('button', { name: 'Accetta…' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Cliente/ })
    .click()
  await page.getByPlaceholder('Cerca un cliente').fill('Officine Rossi')
  const named = page.getByRole('option', { name: /Officine Rossi/ })
  await expect(named).toHaveCount(2)
  await named.filter({ hasText: 'Brenta Energia' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Persona/ })
    .click()
  await page.getByRole('option').first().click()

  const id = new URL(page.url()).searchParams.get('open')
  const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
  const dropped = await page.request.post(`/api/staff/mail/quarantine/${id}/drop`, {
    headers: { 'X-CSRF-Token': csrfToken },
  })
  expect(dropped.status()).toBe(204)
  faults.expect(/409 .*\/accept/)
  await dialog(page).getByRole('button', { name: 'Accetta' }).click()
  await expect(dialog(page)).toContainText('Nel frattempo un collega si è occupato di questa e-mail.')
})

test('a customer unfolds what their own mail has quoted, and sees how much it is', async ({
  page,
  openAs,
  sessionOf,
}) => {
  const word = `Pompa ${test.info().retry}${Date.now() % 1_000_000}`
  await signInStaff(page, ivanTomaselli)
  const send = await mailSender(page)
  const { me, contactid, url } = await sessionOf(paolo)
  const said = 'Gocciola ancora, anche se il dado è stretto come mi avete scritto.'
  await send(`Paolo <${me.email}>`, `Re: ${word}`, `${said}\r\n\r\nIl 2/3 Lagorai ha scritto:\r\n> Stringa il dado`)
  // Nothing vouches for the mail, so that it waits for the staff.
  let mail: { id: number } | undefined
  await expect(async () => {
    const waiting = await (await page.request.get('/api/staff/mail/quarantine')).json()
    mail = waiting.find(({ subject }: { subject: string }) => subject === `Re: ${word}`)
    expect(mail).toBeDefined()
  }).toPass()
  const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
  const accepted = await page.request.post(`/api/staff/mail/quarantine/${mail?.id}/accept`, {
    headers: { 'X-CSRF-Token': csrfToken },
    data: { contactId: contactid, webUserId: me.id, ticketId: null },
  })
  const { ticketId } = await accepted.json()

  const customer = await openAs(paolo)
  await customer.setViewportSize({ width: 390, height: 800 })
  await customer.goto(`${url}/tickets/${ticketId}`)
  await expect(customer.getByText(said)).toBeVisible()
  await expect(customer.getByText('Stringa il dado')).toHaveCount(0)
  await customer.getByRole('button', { name: 'Mostra il testo citato (2 righe)' }).press('Enter')
  await expect(customer.getByText('Stringa il dado')).toBeVisible()
  await customer.getByRole('button', { name: 'Nascondi il testo citato' }).click()
  await expect(customer.getByText('Stringa il dado')).toHaveCount(0)
})

test('a person answers the mail of a ticket into it, until the staff revoke the addresses', async ({ page }) => {
  const word = `${test.info().retry}${Date.now() % 1_000_000}`
  const email = `anna.${word}@segheria.example`
  await signInStaff(page, ivanTomaselli)
  const send = await mailSender(page)
  const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/staff/${path}`, { data, headers: { 'X-CSRF-Token': csrfToken } })
    expect(answer.status()).toBe(201)
    return answer.json()
  }
  const [portal] = (await (await page.request.get('/api/staff/choices')).json()).portals
  const { id: contactId } = await post('customers', { companyName: `Segheria ${word}`, portalId: portal.id })
  const people = [{ referentName: 'Anna Segala', email }]
  await post(`customers/${contactId}/people`, { people, flags: { manageTickets: true } })
  const customer = await (await page.request.get(`/api/staff/customers/${contactId}`)).json()
  const [{ webUserId }] = customer.people
  const title = `La lama vibra ${word}`
  const raised = { contactId, webUserId, title, taskTypeId: portal.types[0].id, description: '<p>Per telefono.</p>' }
  const ticket = await post('tickets', raised)
  const { mail } = await mailTo(email, new RegExp(`\\S+/tickets/${ticket.id}\\b`))
  const answer = (text: string) =>
    send(`Anna Segala <${email}>`, `R: ${mail.subject}`, text, [`In-Reply-To: ${mail.messageId}`])

  await page.goto(`/staff/tickets/${ticket.id}`)
  await answer('Da ieri fa anche rumore.')
  await expect(page.getByText('Da ieri fa anche rumore.')).toBeVisible()

  await page.goto(`/staff/customers/${contactId}`)
  await page.getByRole('button', { name: 'Altro per Anna Segala' }).click()
  await page.getByRole('menuitem', { name: 'Revoca gli indirizzi di risposta' }).click()
  const revoking = dialog(page).or(page.getByRole('alertdialog'))
  await expect(revoking).toContainText('la sua risposta arriva da smistare')
  await revoking.getByRole('button', { name: 'Revoca', exact: true }).click()
  await expect(page.getByText('Gli indirizzi di risposta di Anna Segala sono revocati')).toBeVisible()

  await answer('Ora si è fermata.')
  await page.goto('/staff/mail')
  await page.getByRole('link', { name: `R: ${mail.subject}` }).click()
  await expect(page.getByText('Ora si è fermata.').last()).toBeVisible()
  await page.goto(`/staff/tickets/${ticket.id}`)
  await expect(page.getByText('Da ieri fa anche rumore.')).toBeVisible()
  await expect(page.getByText('Ora si è fermata.')).toHaveCount(0)
})

test('a mailbox opens by the consent of its owner: refused, given, withdrawn and renewed', async ({
  page,
  context,
}) => {
  const word = `${test.info().retry}${Date.now() % 1_000_000}`
  const server = process.env.MAIL_PROVIDER_IMAP ?? ''
  await signInStaff(page, ivanTomaselli)
  await page.goto('/staff/settings/mailboxes')
  const begin = async (provider: string, address: string) => {
    await page.getByRole('button', { name: provider, exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Chiedi il consenso' }).click()
    await expect(dialog(page)).toContainText('Scrivi un indirizzo come')
    await dialog(page).getByLabel('Indirizzo a cui scrivono i clienti').fill(address)
    await dialog(page).getByLabel('Server IMAP').fill(server)
    await dialog(page).getByRole('button', { name: 'Chiedi il consenso' }).click()
  }
  /** The owner follows the link, in a window of their own. */
  const answer = async (name: 'Yes' | 'No') => {
    const code = dialog(page).getByLabel('Codice', { exact: true })
    const link = dialog(page).getByRole('link', { name: /^Apri la pagina di/ })
    await expect(link).toBeVisible()
    const typed = (await code.count()) > 0 ? await code.textContent() : null
    const [owner] = await Promise.all([context.waitForEvent('page'), link.click()])
    if (typed !== null) await owner.getByLabel('Code').fill(typed)
    await owner.getByRole('button', { name, exact: true }).click()
    return owner
  }
  const row = (address: string) => page.getByRole('listitem').filter({ hasText: address })
  const microsoft = `m365.${word}@lagorai.example`

  await test.step('by device code: refused, asked for again, given', async () => {
    await begin('Microsoft 365', microsoft)
    await expect(dialog(page)).toContainText('In attesa del consenso, fino alle')
    await (await answer('No')).close()
    await expect(dialog(page)).toContainText('Il consenso non è stato dato')
    await expect(dialog(page)).toContainText('The owner has said no.')
    await dialog(page).getByRole('button', { name: 'Chiedi di nuovo' }).click()
    await expect(dialog(page)).toContainText('In attesa del consenso')
    await (await answer('Yes')).close()
    await expect(page.getByText(`${microsoft} aggiunta`).first()).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expect(row(microsoft)).toContainText(/Funziona|Non ancora letta/)
  })

  await test.step('by authorization code: the browser comes back, and the mailbox adds itself', async () => {
    const google = `google.${word}@lagorai.example`
    await begin('Google', google)
    const owner = await answer('Yes')
    await expect(owner.getByRole('heading', { name: 'Accesso alla casella concesso' })).toBeVisible()
    await owner.reload()
    await expect(owner.getByRole('heading', { name: 'Richiesta scaduta' })).toBeVisible()
    await owner.close()
    await expect(row(google)).toBeVisible()
    await row(google).getByRole('button', { name: 'Elimina' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
    await expect(row(google)).toHaveCount(0)
  })

  await test.step('withdrawn: the mailbox says so, and opens again by another consent', async () => {
    await expect(row(microsoft)).toContainText('Funziona', { timeout: 60_000 })
    const issuer = JSON.parse(process.env.PORTICO_SETTINGS ?? '{}').MAIL_MICROSOFT_ISSUER
    await page.request.post(`${issuer}/withdraw`)
    // Opened again at once, instead of after the minute that a broken connection waits.
    await row(microsoft).getByRole('button', { name: 'Metti in pausa' }).click()
    await row(microsoft).getByRole('button', { name: 'Riattiva' }).click()
    await expect(row(microsoft)).toContainText('Il consenso non vale più', { timeout: 60_000 })
    await row(microsoft).getByRole('button', { name: 'Rinnova il consenso' }).click()
    await dialog(page).getByRole('button', { name: 'Chiedi il consenso' }).click()
    await (await answer('Yes')).close()
    await expect(page.getByText(`${microsoft} si apre di nuovo`).first()).toBeVisible()
    await expect(row(microsoft)).not.toContainText('Il consenso non vale più')
    await row(microsoft).getByRole('button', { name: 'Elimina' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina' }).click()
    await expect(row(microsoft)).toHaveCount(0)
  })
})

test('an open mail that a colleague settles offers nothing more to do, until it waits again', async ({ page }) => {
  const subject = `Scartata altrove ${test.info().retry}${Date.now() % 1_000_000}`
  await signInStaff(page, saraBellini)
  const send = await mailSender(page)
  await page.goto('/staff/mail')
  await send('Anna Nuova <anna@privata.example>', subject, 'La caldaia non parte.')
  await page.getByRole('link', { name: subject }).click()
  const accept = page.getByRole('button', { name: 'Accetta…' })
  await expect(accept).toBeVisible()
  const id = new URL(page.url()).searchParams.get('open')
  const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
  const headers = { 'X-CSRF-Token': csrfToken }
  const settled = page.getByText('Nel frattempo un collega si è occupato di questa e-mail.')
  await page.request.post(`/api/staff/mail/quarantine/${id}/drop`, { headers })
  await expect(settled).toBeVisible()
  await expect(accept).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Scarta', exact: true })).toHaveCount(0)
  await expect(page.getByText('La caldaia non parte.').last()).toBeVisible()
  await page.request.post(`/api/staff/mail/quarantine/${id}/restore`, { headers })
  await expect(accept).toBeVisible()
  await expect(settled).toHaveCount(0)
  await page.request.post(`/api/staff/mail/quarantine/${id}/drop`, { headers })
  await page.goto(`/staff/mail?open=${id}`)
  await expect(page.getByRole('button', { name: 'Rimetti da smistare' })).toBeVisible()
})
