import type { Page } from '@playwright/test'
import { alba, aldo, ezio, lino, password } from '../support/people.ts'
import { call, expect, signIn, test } from '../support/portico.ts'

const open = async (page: Page, { token, url }: { token: string; url: string }) => {
  await page.goto('/brenta/privacy')
  await page.evaluate(value => localStorage.setItem('token', value), token)
  await page.goto(`${url}/account`)
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
}

test('language, colour scheme and density can be chosen on the account page', async ({ page }) => {
  await open(page, await signIn(lino))
  await page.getByRole('radio', { name: 'Scuro' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await page.getByRole('radio', { name: 'Compatta' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible()
  await page.getByRole('radio', { name: 'Italiano' }).click()
  await expect(page.getByRole('heading', { name: 'Preferenze' })).toBeVisible()
})

test('a new password ends the other sessions and is required at the next sign-in', async ({ page, faults }) => {
  faults.expect(/users\/me/)
  const elsewhere = await signIn(alba)
  await open(page, await signIn(alba))
  const [current, next, repeat] = ['Password attuale', 'Nuova password', 'Ripeti la nuova password'].map(name =>
    page.getByRole('textbox', { name, exact: true }),
  )
  const change = async (values: [string, string, string]) => {
    await current?.fill(values[0])
    await next?.fill(values[1])
    await repeat?.fill(values[2])
    await page.getByRole('button', { name: 'Cambia password' }).click()
  }
  const fresh = 'quattro-parole-ma-diverse'
  await change(['', '', ''])
  await expect(page.getByText('Compila i campi obbligatori')).toHaveCount(3)
  await change([password, 'breve', 'breve'])
  await expect(page.getByText('Usa almeno 12 caratteri')).toBeVisible()
  await change([password, fresh, `${fresh}!`])
  await expect(page.getByText('Le due password non coincidono')).toBeVisible()
  await expect(repeat as NonNullable<typeof repeat>).toBeFocused()
  await change(['non-la-mia-password', fresh, fresh])
  await expect(page.getByText('Non è la tua password attuale')).toBeVisible()
  await change([password, 'password1234', 'password1234'])
  await expect(page.getByText('La password è troppo corta o troppo comune.')).toBeVisible()
  await change([password, fresh, fresh])
  await expect(page.getByText('Password cambiata. Le altre sessioni sono terminate.')).toBeVisible()
  await expect(call(elsewhere.token, 'GET', '/api/users/me')).rejects.toThrow('401')

  await page.getByRole('button', { name: 'Il tuo account' }).click()
  await page.getByRole('menuitem', { name: 'Esci' }).click()
  await page.getByLabel('Nome utente').fill(alba.userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(fresh)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect(page.getByRole('heading', { name: 'I miei ticket' })).toBeVisible()
})

test('a session on another device can be ended', async ({ page }) => {
  const here = await signIn(ezio)
  const elsewhere = await signIn(ezio)
  await open(page, here)
  const list = page.getByRole('region', { name: 'Dove hai effettuato l’accesso' }).getByRole('listitem')
  await expect(list).toHaveCount(2)
  await expect(list.filter({ hasText: 'Questa sessione' }).getByRole('button')).toHaveCount(0)
  await list.getByRole('button', { name: /^Termina la sessione/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Terminare questa sessione?' })
  await question.getByRole('button', { name: 'Annulla' }).click()
  await expect(list).toHaveCount(2)
  await list.getByRole('button', { name: /^Termina la sessione/ }).click()
  await question.getByRole('button', { name: 'Termina la sessione' }).click()
  await expect(page.getByText('Sessione terminata')).toBeVisible()
  await expect(list).toHaveCount(1)
  await expect(call(elsewhere.token, 'GET', '/api/users/me')).rejects.toThrow('401')
  await call(here.token, 'GET', '/api/users/me')
})

test('all other sessions can be ended at once', async ({ page }) => {
  const here = await signIn(aldo)
  const elsewhere = [await signIn(aldo), await signIn(aldo)]
  await open(page, here)
  const region = page.getByRole('region', { name: 'Dove hai effettuato l’accesso' })
  await region.getByRole('button', { name: 'Termina tutte le altre' }).click()
  const question = page.getByRole('alertdialog', { name: 'Terminare tutte le altre sessioni?' })
  await question.getByRole('button', { name: 'Termina le altre sessioni' }).click()
  await expect(page.getByText('Le altre sessioni sono terminate', { exact: true })).toBeVisible()
  await expect(region.getByRole('listitem')).toHaveCount(1)
  await expect(region.getByRole('button', { name: 'Termina tutte le altre' })).toHaveCount(0)
  for (const { token } of elsewhere) await expect(call(token, 'GET', '/api/users/me')).rejects.toThrow('401')
  await call(here.token, 'GET', '/api/users/me')
})
