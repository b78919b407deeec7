import { password } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { elenaConti, marcoFerraris, saraBellini, signInStaff } from '../support/staff.ts'

test('what is typed stays when the session ends elsewhere, for the same person alone', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/401/)
  const over = page.getByRole('alertdialog', { name: 'La sessione è terminata' })
  const name = page.getByLabel('Ragione sociale')
  const other = await context.newPage()
  const signOutElsewhere = async () => {
    await other.goto('/staff/account')
    await other.getByRole('button', { name: 'il tuo menu' }).click()
    await other.getByRole('menuitem', { name: 'Esci' }).click()
    await expect(other).toHaveURL(/login/)
  }
  const signIn = async (tab: typeof page, email: string) => {
    await tab.getByLabel('E-mail').fill(email)
    await tab.getByLabel('Password', { exact: true }).fill(password)
    await tab.getByRole('button', { name: 'Continua' }).click()
    await expect(tab).not.toHaveURL(/login/)
  }
  await signInStaff(page, elenaConti)

  await test.step('after a sign-out in another tab it waits for a sign-in', async () => {
    await page.goto('/staff/customers')
    await page.getByRole('button', { name: 'Nuovo cliente' }).click()
    await name.fill('Falegnameria Sella')
    await signOutElsewhere()
    await expect(over).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(over).toBeVisible()
    expect(await foundByRuleEngines(page)).toEqual([])
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      over.getByRole('link', { name: 'Entra di nuovo' }).click(),
    ])
    await signIn(tab, elenaConti.email)
    await expect(over).toHaveCount(0)
    await expect(name).toHaveValue('Falegnameria Sella')
    await expect(name).toBeFocused()
    await tab.close()
  })

  await test.step('after an end on the server too, and then it is saved', async () => {
    const cookies = await context.cookies()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Portale/ })
      .click()
    await page.getByRole('option').first().click()
    const saving = page.getByRole('dialog').getByRole('button', { name: /^Crea/ })
    await context.clearCookies()
    await saving.click()
    await expect(over).toBeVisible()
    await context.addCookies(cookies)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(over).toHaveCount(0)
    await saving.click()
    await expect(page.getByRole('heading', { name: 'Falegnameria Sella' })).toBeVisible()
  })

  await test.step('it can be left for the sign-in', async () => {
    await page.goto('/staff/customers')
    await page.getByRole('button', { name: 'Nuovo cliente' }).click()
    await name.fill('Altra')
    await signOutElsewhere()
    await over.getByRole('button', { name: 'Esci senza salvare' }).click()
    await expect(page).toHaveURL(/staff\/login\?back=/)
    await signIn(other, elenaConti.email)
  })

  await test.step('another person finds nothing of it', async () => {
    await page.goto('/staff/customers')
    await page.getByRole('button', { name: 'Nuovo cliente' }).click()
    await name.fill('Altra')
    await other.goto('/staff/login')
    await signIn(other, saraBellini.email)
    await expect(name).toHaveCount(0)
    await page.getByRole('button', { name: 'Nuovo cliente' }).click()
    await name.fill('Ancora')
    await signOutElsewhere()
    await expect(over).toBeVisible()
    await other.goto('/staff/login')
    await signIn(other, marcoFerraris.email)
    await expect(over).toHaveCount(0)
    await expect(name).toHaveCount(0)
  })
})
