import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { StaffAccount } from '@portico/contract/staff/accounts'
import type { CannedAnswer } from '@portico/contract/staff/canned-answers'
import { portico } from '../support/command-line.ts'
import { choose, picture } from '../support/files.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { ivanTomaselli, saraBellini, signInStaff } from '../support/staff.ts'

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** A word that no other attempt has. */
const unique = () => `${test.info().retry}${Date.now() % 1_000_000}`

/** Shows deliveries as they are after a day of tries, which no test waits for; what is sent again is only noted. */
const parkDeliveries = (page: Page) =>
  page.route(/\/api\/staff\/webhooks/, async route => {
    if (route.request().method() === 'POST')
      return route.fulfill({ json: route.request().url().includes('/deliveries/') ? {} : { retried: 2 } })
    const answer = await route.fetch()
    const rows = (await answer.json()) as object[]
    const parked = { state: 'parked', tries: 12, lastError: '503 Service Unavailable', nextTryAt: null }
    await route.fulfill({
      response: answer,
      json: rows.map(row => ('url' in row ? { ...row, parked: 2 } : { ...row, ...parked })),
    })
  })

test('hours, keys, webhooks, storage and accounts of a company', async ({ page, baseURL, faults }) => {
  test.setTimeout(600_000)
  const word = unique()
  await signInStaff(page, ivanTomaselli)

  await test.step('working hours with holidays are set, and removed', async () => {
    await page.goto('/staff/settings/hours')
    const hours = part(page, 'Orari di lavoro')
    await hours.getByRole('button', { name: /Imposta gli orari|Modifica/ }).click()
    await hours.getByRole('button', { name: 'Aggiungi le festività italiane' }).click()
    await expect(hours.getByRole('button', { name: 'Togli Ferragosto' })).toBeVisible()
    const question = page.getByRole('alertdialog', { name: 'Hai scritto qualcosa che non è salvato' })
    await hours.getByRole('button', { name: 'Annulla' }).click()
    await question.getByRole('button', { name: 'Resta qui' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Coda' }).first().click()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(hours.getByRole('button', { name: 'Togli Ferragosto' })).toBeVisible()
    await hours.getByRole('button', { name: 'Salva' }).click()
    await expect(hours.getByText(/Prossime chiusure/)).toBeVisible()
    await hours.getByRole('button', { name: 'Elimina' }).click()
    await dialog(page).getByRole('button', { name: 'Elimina' }).click()
    await expect(hours.getByText('Nessun orario impostato')).toBeVisible()
  })

  await test.step('a key is shown once, works, and is revoked', async () => {
    await page.goto('/staff/settings/api-keys')
    await page.getByRole('button', { name: 'Nuova chiave' }).click()
    await dialog(page).getByLabel('Nome').fill(`Gestionale ${word}`)
    await dialog(page).getByRole('button', { name: 'Crea la chiave' }).click()
    const key = await dialog(page).getByLabel('Chiave', { exact: true }).inputValue()
    await dialog(page).getByRole('button', { name: 'L’ho conservato' }).click()
    const read = () => page.request.get('/api/operator/v1/contacts', { headers: { Authorization: `Bearer ${key}` } })
    expect((await read()).status()).toBe(200)
    await page.getByRole('button', { name: `Revoca Gestionale ${word}` }).click()
    await dialog(page).getByRole('button', { name: 'Revoca' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: `Gestionale ${word}` })).toContainText('revocata')
    await expect.poll(async () => (await read()).status()).toBe(401)
  })

  await test.step('a webhook is tried, paused and removed', async () => {
    const received: string[] = []
    const receiver = createServer((request, reply) => {
      received.push(String(request.headers['webhook-id']))
      reply.end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${word}`
    try {
      await page.goto('/staff/settings/webhooks')
      await page.getByRole('button', { name: 'Aggiungi un webhook' }).click()
      await dialog(page).getByLabel('Indirizzo').fill('erp.azienda')
      await dialog(page).getByRole('button', { name: 'Aggiungi' }).click()
      await expect(dialog(page)).toContainText('Scrivi un indirizzo come')
      await dialog(page).getByLabel('Indirizzo').fill(url)
      await dialog(page).getByRole('button', { name: 'Aggiungi' }).click()
      await dialog(page).getByRole('button', { name: 'L’ho conservato' }).click()
      await page.getByRole('link', { name: new RegExp(word) }).click()
      await page.getByRole('button', { name: 'Manda un evento di prova' }).click()
      await expect.poll(() => received.length).toBeGreaterThan(0)
      await expect(async () => {
        await page.reload()
        await expect(page.getByText('riuscita').first()).toBeVisible({ timeout: 2000 })
      }).toPass()
      await page
        .getByRole('radio', { name: 'Abbandonate' })
        .or(page.getByText('Abbandonate', { exact: true }))
        .first()
        .click()
      await expect(page.getByText('Non ce ne sono.')).toBeVisible()
      await part(page, 'Consegne').getByText('Tutte', { exact: true }).click()
      await parkDeliveries(page)
      await page.reload()
      await expect(page.getByText('abbandonata').first()).toBeVisible()
      await expect(page.getByText('12 tentativi')).toBeVisible()
      await page
        .getByRole('button', { name: /^Riprova (?!tutte)/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Riprova tutte e 2' }).click()
      await expect(page.getByRole('status').filter({ hasText: '2 consegne sono di nuovo in viaggio' })).toBeVisible()
      await page.unrouteAll()
      await page.reload()
      await page.getByRole('button', { name: 'Metti in pausa' }).click()
      await expect(page.getByRole('button', { name: 'Riattiva' })).toBeVisible()
      await page.getByRole('button', { name: 'Elimina' }).click()
      await dialog(page).getByRole('button', { name: 'Elimina' }).click()
      await expect(page).toHaveURL(/\/webhooks$/)
      await expect(page.getByText(word)).toHaveCount(0)
    } finally {
      receiver.close()
    }
  })

  await test.step('a mailbox is tried before it is saved, and the trial says how far it came', async () => {
    await page.goto('/staff/settings/mailboxes')
    await page.getByRole('button', { name: 'Aggiungi una casella' }).first().click()
    const form = dialog(page)
    await form.getByRole('button', { name: 'Prova' }).click()
    await expect(form).toContainText('Scrivi un nome come imap.azienda.it')
    await form.getByLabel('Indirizzo a cui scrivono i clienti').fill(`aiuto.${word}@lagorai.example`)
    await form.getByLabel('Server IMAP').fill('imap://127.0.0.1:9')
    await form.getByLabel('Nome utente').fill('aiuto')
    await form.getByLabel('Password', { exact: true }).fill('segreto')
    await form.getByRole('button', { name: 'Aggiungi' }).click()
    const trial = form.getByRole('region', { name: 'Prova' })
    await expect(trial.getByRole('listitem').first()).toContainText('Il server non risponde')
    await expect(trial).toContainText('Controlla nome e porta del server')
    await form.getByRole('button', { name: 'Annulla' }).click()
    await page.getByRole('button', { name: 'Esci senza salvare' }).click()
    await expect(page.getByText(`aiuto.${word}@lagorai.example`)).toHaveCount(0)
    await part(page, 'Conservazione della posta').getByLabel('Posta da smistare, in giorni').fill('0')
    await part(page, 'Conservazione della posta').getByRole('button', { name: 'Salva' }).click()
    await expect(page.getByText('Da 1 a 365 giorni')).toBeVisible()
    await part(page, 'Conservazione della posta').getByLabel('Posta da smistare, in giorni').fill('45')
    await part(page, 'Conservazione della posta').getByRole('button', { name: 'Salva' }).click()
    await expect(page.locator('.toast').filter({ hasText: 'Salvato: vale' })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Posta da smistare, in giorni')).toHaveValue('45')
  })

  await test.step('a canned answer is written, tried, changed, removed, and kept after all', async () => {
    await page.goto('/staff/settings/canned-answers')
    await page.getByRole('button', { name: 'Nuova risposta pronta' }).click()
    await dialog(page).getByLabel('Nome', { exact: true }).fill(`Chiusi ${word}`)
    await dialog(page).getByLabel('Scorciatoia').fill(`chiusi-${word}`)
    await dialog(page)
      .getByRole('textbox', { name: /^Testo/ })
      .fill('Buongiorno {{nome}}, riapriamo lunedì.')
    await dialog(page).getByRole('button', { name: 'Salva' }).click()
    const answer = page.getByRole('listitem').filter({ hasText: `/chiusi-${word}` })
    await answer.getByRole('button', { name: /^Anteprima/ }).click()
    await expect(dialog(page)).toContainText('Buongiorno Giulia Rossi, riapriamo lunedì.')
    await page.keyboard.press('Escape')
    await answer.getByRole('button', { name: /^Modifica/ }).click()
    await dialog(page).getByLabel('Nome', { exact: true }).fill(`Chiusi il sabato ${word}`)
    await dialog(page).getByRole('button', { name: 'Salva' }).click()
    await expect(answer).toContainText(`Chiusi il sabato ${word}`)
    await answer.getByRole('button', { name: /^Modifica/ }).click()
    const answers = (await (await page.request.get('/api/staff/canned-answers')).json()) as CannedAnswer[]
    const { id } = answers.find(({ shortcut }) => shortcut === `chiusi-${word}`) ?? { id: 0 }
    const texts = { 'en-EN': 'We open on Monday.' }
    const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
    const headers = { 'X-CSRF-Token': csrfToken }
    const written = await page.request.patch(`/api/staff/canned-answers/${id}`, { headers, data: { texts } })
    expect(written.status(), await written.text()).toBe(200)
    faults.expect(/409.*canned-answers/)
    await dialog(page).getByLabel('Nome', { exact: true }).fill(`Chiusi domenica ${word}`)
    await dialog(page).getByRole('button', { name: 'Salva' }).click()
    await expect(dialog(page).getByRole('status')).toContainText('un collega ha cambiato questa risposta')
    await dialog(page).getByRole('button', { name: 'Salva' }).click()
    await expect(answer).toContainText(`Chiusi domenica ${word}`)
    await answer.getByRole('button', { name: /^Elimina/ }).click()
    await expect(answer).toHaveCount(0)
    await page.getByRole('button', { name: 'Annulla' }).click()
    await expect(answer).toBeVisible()
  })

  await test.step('what the files take', async () => {
    await page.goto('/staff/settings/storage')
    await expect(page.getByRole('row').filter({ hasText: 'Fatture' })).toContainText(/\d/)
  })

  await test.step('a colleague is invited and chooses a password; a used link says what to do', async () => {
    const email = `pia.${word}@lagorai.example`
    await page.goto('/staff/settings/accounts')
    await page.getByRole('button', { name: 'Invita un collega' }).click()
    await dialog(page).getByLabel('Nome', { exact: true }).fill('Pia')
    await dialog(page).getByLabel('Cognome').fill(`Prova${word}`)
    await dialog(page).getByLabel('E-mail', { exact: true }).fill(email)
    await dialog(page).getByRole('button', { name: 'Manda l’invito' }).click()
    // No mail server is set up, so the link is shown.
    const link = await dialog(page).getByLabel('Link', { exact: true }).inputValue()
    await page.keyboard.press('Escape')
    const browser = page.context().browser()
    const other = await browser?.newContext({ baseURL: baseURL ?? '', locale: 'it-IT' })
    const colleague = await other?.newPage()
    if (!other || !colleague) return
    await colleague.goto(link)
    await colleague.getByLabel('Password', { exact: true }).fill('una barca senza remi')
    await colleague.getByLabel('Ripeti la password').fill('una barca senza remi')
    await colleague.getByRole('button', { name: 'Salva ed entra' }).click()
    await expect(colleague.getByRole('navigation', { name: 'Banco' })).toBeVisible()
    await colleague.goto(link)
    await expect(colleague.getByRole('heading', { name: 'Questo link è già stato usato' })).toBeVisible()
    await other.close()
  })

  await test.step('the name and the photo of a colleague are changed', async () => {
    const row = page.getByRole('row').filter({ hasText: `pia.${word}@` })
    await row.getByRole('button', { name: /^Altro per/ }).click()
    await page.getByRole('menuitem', { name: 'Nome e foto' }).click()
    await dialog(page).getByLabel('Cognome').fill(`Monti${word}`)
    await choose(dialog(page).getByRole('button', { name: 'Scegli una foto' }), picture)
    await expect(dialog(page).getByRole('button', { name: 'Sostituisci' })).toBeVisible()
    expect(await foundByRuleEngines(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Salva' }).click()
    await expect(row).toContainText(`Pia Monti${word}`)
    await expect(row.locator('.avatar img')).toHaveAttribute('src', /^\/api\/pictures\/\w+\.jpg$/)
    await expect(row.locator('.avatar img')).toHaveJSProperty('naturalWidth', 320)
  })

  await test.step('what a colleague has changed of an account meanwhile stays', async () => {
    const row = page.getByRole('row').filter({ hasText: `pia.${word}@` })
    await row.getByRole('button', { name: /^Altro per/ }).click()
    await page.getByRole('menuitem', { name: 'Modifica' }).click()
    const accounts = (await (await page.request.get('/api/staff/accounts')).json()) as StaffAccount[]
    const { id } = accounts.find(({ email }) => email === `pia.${word}@lagorai.example`) ?? { id: 0 }
    const { csrfToken } = await (await page.request.get('/api/staff/me')).json()
    const headers = { 'X-CSRF-Token': csrfToken }
    await page.request.patch(`/api/staff/accounts/${id}`, { headers, data: { role: 'office' } })
    await dialog(page).getByLabel('E-mail', { exact: true }).fill(`pia.monti.${word}@lagorai.example`)
    await dialog(page).getByRole('button', { name: 'Salva' }).click()
    await expect(page.getByRole('row').filter({ hasText: `pia.monti.${word}@` })).toContainText('Ufficio')
  })

  await test.step('who was imported without an invitation gets one from the list of customers', async () => {
    const email = `mai.${word}@caseificio.example`
    const known = { externalId: `mai-${word}`, serviceCompany: 'lagorai' }
    const lines = [
      { type: 'webUser', ...known, userName: `mai.${word}`, email },
      {
        type: 'membership',
        ...known,
        contact: 'costa',
        webUser: known.externalId,
        referentName: 'Mai Entrata',
        flags: [],
      },
    ]
    const file = test.info().outputPath('persone.jsonl')
    writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'))
    await portico(['import', file])
    await page.goto('/staff/customers?only=neverIn')
    await page.getByRole('button', { name: /^Invita chi aspetta/ }).click()
    await expect(dialog(page)).toContainText('Non hanno ancora una password')
    await dialog(page)
      .getByRole('button', { name: /^Manda/ })
      .click()
    await expect(dialog(page)).toContainText('Nessuno aspetta più un invito')
    await expect(dialog(page).getByLabel(`Link per ${email}`, { exact: true })).toHaveValue(/\/confirm\?key=/)
    await dialog(page).getByRole('button', { name: 'Fatto' }).click()
    await expect(page.getByRole('button', { name: /^Invita chi aspetta/ })).toHaveCount(0)
    await page.goto('/staff/settings/accounts')
  })

  await test.step('the reply addresses of a colleague are revoked', async () => {
    await page.getByRole('button', { name: `Altro per Pia Monti${word}` }).click()
    await page.getByRole('menuitem', { name: 'Revoca gli indirizzi di risposta' }).click()
    await expect(dialog(page)).toContainText('aspettano in «Posta da smistare»')
    await dialog(page).getByRole('button', { name: 'Revoca', exact: true }).click()
    await expect(page.getByText(`Gli indirizzi di risposta di Pia Monti${word} sono revocati`)).toBeVisible()
  })

  await test.step('the last administrator stays', async () => {
    await page.getByRole('button', { name: 'Altro per Ivan Tomaselli' }).click()
    await page.getByRole('menuitem', { name: 'Termina l’accesso' }).click()
    await expect(dialog(page)).toContainText('Ivan Tomaselli è l’ultimo amministratore')
    await dialog(page).getByRole('button', { name: 'Ho capito' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Ivan Tomaselli' })).toContainText('Attivo')
  })
})

test('the installation: health, backups, companies, portals and failed jobs', async ({ page, faults }) => {
  test.setTimeout(600_000)
  faults.expect(/(409|400).*\/api\/staff\/installation\//)
  const word = unique()
  await signInStaff(page, saraBellini)

  await test.step('the portal of a mailbox that is missing gets the focus, opens by a press, and the option counts', async () => {
    await page.goto('/staff/settings/mailboxes')
    await page.getByRole('button', { name: 'Aggiungi una casella' }).first().click()
    await dialog(page).getByLabel('Indirizzo a cui scrivono i clienti').fill('aiuto@brentaservizi.example')
    await dialog(page).getByLabel('Server IMAP').fill('imap.brentaservizi.example')
    await dialog(page).getByLabel('Nome utente').fill('aiuto')
    await dialog(page).getByLabel('Password', { exact: true }).fill('segreto')
    await dialog(page).getByRole('button', { name: 'Aggiungi', exact: true }).click()
    const portal = dialog(page).getByRole('button', { name: /^Portale/ })
    await expect(portal).toBeFocused()
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await portal.click()
    await page.getByRole('option', { name: 'Brenta Energia' }).click()
    await expect(portal).toContainText('Brenta Energia')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Esci senza salvare' }).click()
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('health is checked', async () => {
    await page.goto('/staff/settings')
    await page.getByRole('link', { name: 'Stato' }).first().click()
    await page.getByRole('button', { name: 'Controlla ora' }).click()
    await expect(page.getByText(/\d+ a posto/)).toBeVisible({ timeout: 60_000 })
  })

  await test.step('a backup is made and checked; that none is planned is said', async () => {
    await page.getByRole('link', { name: 'Backup' }).first().click()
    if (JSON.parse(process.env.PORTICO_SETTINGS ?? '{}').BACKUP_DIR) {
      await expect(page.getByText('non risulta nessun backup pianificato')).toBeVisible()
      await page.getByRole('button', { name: 'Esegui un backup' }).click()
      const check = page.getByRole('button', { name: /^Controlla portico-/ }).first()
      await expect(check).toBeEnabled({ timeout: 60_000 })
      await check.click()
      await expect(page.getByText(/^Integro/)).toBeVisible({ timeout: 60_000 })
    } else await expect(page.getByText('Non c’è una cartella per i backup')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Come ripristinare' })).toBeVisible()
  })

  await test.step('a company is added with the link for its administrator, and a portal', async () => {
    await page.getByRole('link', { name: 'Aziende' }).first().click()
    await page.getByRole('button', { name: 'Aggiungi un’azienda' }).click()
    await dialog(page).getByLabel('Nome dell’azienda').fill(`Azienda ${word}`)
    await dialog(page).getByRole('button', { name: 'Aggiungi un’azienda' }).click()
    await expect(dialog(page).getByLabel('Link')).toHaveValue(/\/staff\/links\//)
    await dialog(page).getByRole('button', { name: 'Chiudi' }).click()
    await page.getByRole('button', { name: `Aggiungi un portale Azienda ${word}` }).click()
    await dialog(page).getByLabel('Nome del portale').fill(`Portale ${word}`)
    await dialog(page).getByLabel('Parola negli indirizzi').fill('tickets')
    await dialog(page).getByRole('button', { name: 'Aggiungi un portale' }).click()
    await expect(dialog(page)).toContainText('Un valore non va bene')
    await dialog(page).getByLabel('Parola negli indirizzi').fill(`p-${word}`)
    await dialog(page).getByRole('button', { name: 'Aggiungi un portale' }).click()
    await expect(page.getByText(`/p-${word}`)).toBeVisible()
    expect((await page.request.get(`/api/settings/portals/p-${word}`)).status()).toBe(200)
  })

  await test.step('how much its files may take is set, and seen', async () => {
    await page.getByRole('button', { name: `Cambia il limite Azienda ${word}` }).click()
    await dialog(page).getByLabel('Limite in GB').fill('due')
    await dialog(page).getByRole('button', { name: 'Salva' }).click()
    await expect(dialog(page)).toContainText('Scrivi un numero di GB')
    expect(await foundByRuleEngines(page)).toEqual([])
    await dialog(page).getByLabel('Limite in GB').fill('0,5')
    await dialog(page).getByRole('button', { name: 'Salva' }).click()
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: `Azienda ${word}` })
        .first(),
    ).toContainText('su 512 MB')
  })

  await test.step('what was given up', async () => {
    await page.getByRole('link', { name: 'Lavori falliti' }).first().click()
    await expect(page.getByText('E-mail, SMS e altri lavori falliti')).toBeVisible()
  })
})
