import { forEachReader, isSound } from '../support/flows.ts'
import { giulia } from '../support/people.ts'
import { events } from '../support/personas.ts'
import { expect, test } from '../support/portico.ts'

forEachReader('en-desktop', reader => {
  const { tasks, appointments, errors } = reader.words
  const theirs = events(reader)

  test('a visit opens by its key, offers its calendar file, and can be moved and cancelled', async ({ page }) => {
    const title = page.getByRole('heading', { level: 1 })
    // The URL may omit the portal.
    await page.goto(`/tasks/${theirs.visit}`)
    await expect(page).toHaveURL(new RegExp(`/tasks/brenta/${theirs.visit}$`))
    await expect(title).toHaveText('Cambio del filtro')
    await expect(page.getByRole('heading', { name: tasks.title })).toBeVisible()
    await expect(page.getByText('Nadia Prova')).toBeVisible()
    await expect(page.getByText('Via della Prova 1, Padova')).toBeVisible()
    await isSound(page, reader)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: tasks.calendar }).click()
    expect((await download).suggestedFilename()).toBe('visit.ics')

    await page.getByRole('link', { name: tasks.move }).click()
    await page.getByRole('button', { name: appointments.nextWeek }).click()
    await page.getByRole('radio').nth(3).click()
    await page.getByRole('button', { name: appointments.moveConfirm }).click()
    await expect(title).toHaveText(appointments.confirmed)
    await isSound(page, reader)
    await page.goto(`/tasks/brenta/${theirs.visit}`)
    await page.getByRole('link', { name: tasks.cancel }).click()
    await expect(title).toHaveText(appointments.cancelTitle)
    await page.getByRole('link', { name: appointments.keep }).click()
    await expect(title).toHaveText(appointments.confirmed)
    await page.goBack()
    await page.getByRole('button', { name: appointments.cancelConfirm }).click()
    await expect(title).toHaveText(appointments.cancelled)
    await page.goto(`/tasks/brenta/${theirs.visit}`)
    await expect(page.getByText(tasks.cancelled)).toBeVisible()
    await expect(page.getByRole('link', { name: tasks.move })).toHaveCount(0)
    await isSound(page, reader)
  })

  if (!reader.thorough) return

  test('a visit within the notice period can be moved only by phone; an unknown key is reported', async ({
    page,
    faults,
  }) => {
    await page.goto(`/tasks/brenta/${theirs.lateVisit}`)
    await expect(page.getByText(tasks.tooLate)).toBeVisible()
    await expect(page.getByRole('link', { name: tasks.cancel })).toHaveCount(0)
    faults.expect(/api\/tasks/)
    await page.goto('/tasks/brenta/inventata')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(errors.invalid_code)
    await isSound(page, reader)
  })
})

test.describe('signed in', () => {
  test.use({ as: giulia })

  test('the visit links to its ticket', async ({ page, session }) => {
    await page.goto('/tasks/brenta/demo-task')
    await page.getByRole('link', { name: 'Apri il ticket' }).click()
    await expect(page).toHaveURL(new RegExp(`${session.url}/tickets/\\d+$`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('UPS')
  })
})

test('a visitor can sign in from a visit and returns to it', async ({ page }) => {
  await page.goto('/tasks/brenta/demo-task')
  await page.getByRole('link', { name: 'Accedi al portale' }).click()
  await page.getByLabel('Nome utente').fill(giulia.userName)
  await page.getByRole('textbox', { name: 'Password' }).fill('Portico-demo-1')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page).toHaveURL(/\/tasks\/brenta\/demo-task$/)
  await expect(page.getByRole('link', { name: 'Apri il ticket' })).toBeVisible()
})
