import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Opened, Slot } from '@portico/contract/appointments'
import { languages } from '@portico/contract/auth'
import { contested, inspection, keys } from './events.ts'
import { expect, test } from './portico.ts'

const read = async <Body>(path: string, body?: unknown): Promise<Body> => {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`${process.env.PORTICO_URL}${path}`, init || {})
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<Body>
}

const isSound = async (page: Page) => {
  await expect(page.locator('#loading')).toBeHidden()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect.soft(beyond, 'pixels beyond the window').toBeLessThanOrEqual(0)
}

test.describe('on a phone, by a visitor from elsewhere', () => {
  test.use({ viewport: { width: 390, height: 844 }, timezoneId: 'America/New_York', kept: { language: 'en-EN' } })

  test('a visitor books from the list, keeps the calendar file, and cancels', async ({ page }) => {
    await page.goto('/appointments/brenta')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book an appointment')
    await isSound(page)
    await page.getByRole('link', { name: inspection.name }).click()
    await expect(page.getByText('1 hour 30 minutes')).toBeVisible()
    await expect(page.getByText('Times in Europe/Rome')).toBeVisible()

    await page.getByRole('button', { name: 'Confirm appointment' }).click()
    await expect(page.getByRole('alert')).toContainText('Please fill in the required fields')
    await page.getByRole('button', { name: 'Next week' }).click()
    const times = page.getByRole('radiogroup', { name: 'Appointment time' })
    await times.getByRole('radio').first().click()
    // Six hours behind the portal, also beside each time.
    const chosen = page.locator('.chosen')
    await expect(chosen).toContainText('08:00 – 09:30')
    await expect(chosen).toContainText(/Your time: .*, 0[23]:00/)
    await page.getByLabel('Company name').fill('Ditta di passaggio')
    await page.getByLabel('Phone number').fill('049 555 0177')
    await page.getByLabel('E-mail').fill('visitatore@prova.example')
    await isSound(page)
    await page.getByRole('button', { name: 'Confirm appointment' }).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appointment Confirmed')
    await expect(page.getByText('Ditta di passaggio')).toBeVisible()
    await isSound(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Add to calendar' }).click()
    expect((await download).suggestedFilename()).toBe('appointment.ics')

    await page.getByRole('link', { name: 'Cancel the appointment' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancel this appointment?')
    await isSound(page)
    await page.getByRole('button', { name: 'Cancel the appointment' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appointment cancelled')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.reload()
    await expect(page.getByText('Cancelled on')).toBeVisible()
    await page.getByRole('link', { name: 'Choose another time' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(inspection.name)
  })
})

test.describe('an invitation to book', () => {
  const words = {
    'it-IT': ['LUN', 'Conferma l’appuntamento'],
    'en-EN': ['MON', 'Confirm appointment'],
    'es-ES': ['LUN', 'Confirmar la cita'],
  } as const
  for (const language of languages)
    test.describe(language, () => {
      test.use({ kept: { language } })
      test('has the week in the reader’s words, and what is known filled in', async ({ page }) => {
        await page.goto(`/appointments/brenta/${keys.invitation}`)
        const [monday, confirm] = words[language]
        await expect(page.locator('.slot-day-head').first()).toHaveText(new RegExp(`^${monday}`))
        await expect(page.getByText('Ditta Eventi')).toBeVisible()
        await expect(page.locator('input[type="tel"]')).toHaveValue('049 555 0199')
        await expect(page.getByRole('button', { name: new RegExp(confirm.replace('’', '.')) })).toBeVisible()
        await isSound(page)
      })
    })

  test('times are chosen by keyboard', async ({ page }) => {
    await page.goto(`/appointments/brenta/${keys.invitation}`)
    const times = page.getByRole('radio')
    await times.first().focus()
    await page.keyboard.press('Space')
    await expect(times.first()).toBeChecked()
    await page.keyboard.press('ArrowDown')
    await expect(times.nth(1)).toBeChecked()
    await expect(times.nth(1)).toBeFocused()
  })
})

test('a time that somebody else has taken meanwhile is told, and nothing typed is lost', async ({ page, faults }) => {
  faults.expect(/api\/appointments\/brenta/)
  const path = `/appointments/brenta/${contested.key}`
  await page.goto(path)
  await page.getByRole('radio').first().click()
  await page.getByLabel('Azienda').fill('Ditta lenta')
  await page.getByLabel('Telefono').fill('049 555 0188')
  const [first] = await read<Slot[]>(`/api${path}/slots`)
  await read<Opened>(`/api${path}`, { start: first?.start, phone: '049 555 0111', companyName: 'Ditta svelta' })
  await page.getByRole('button', { name: "Conferma l'appuntamento" }).click()
  await expect(page.getByRole('alert')).toContainText("Errore nella creazione dell'appuntamento")
  await expect(page.getByLabel('Azienda')).toHaveValue('Ditta lenta')
  await page.getByRole('radio').first().click()
  await page.getByRole('button', { name: "Conferma l'appuntamento" }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Appuntamento confermato')
})

test('what does not open says why, and offers the way on', async ({ page, faults }) => {
  faults.expect(/api\/(appointments|settings)/)
  await page.goto(`/appointments/brenta/${keys.expired}`)
  await expect(page.getByText('Questo link è scaduto.')).toBeVisible()
  await page.goto('/appointments/brenta/inventata')
  await expect(page.getByText('Controlla che il link sia completo')).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: 'Vedi che cosa si può prenotare' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prenota un appuntamento')
  await page.goto('/appointments/nessuno')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagina non trovata')
  // Within the notice there is a number to call, and no button that could only fail.
  await page.goto(`/appointments/brenta/cancellation/${keys.late}`)
  await expect(page.getByText('È troppo tardi per annullare qui questo appuntamento.')).toBeVisible()
  await expect(page.getByRole('button', { name: "Annulla l'appuntamento" })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Chiama/ })).toBeVisible()
})
