import { mailTo } from '../support/outbox.ts'
import { password } from '../support/people.ts'
import { expect, test } from '../support/portico.ts'
import { foundByRuleEngines } from '../support/rule-engines.ts'
import { ivanTomaselli } from '../support/staff.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Edg/140.0.0.0'

/** Signs in with a device; returns the cookie of the session. */
const signInOn = async (userAgent: string) => {
  const answer = await fetch(`${process.env.PORTICO_URL}/api/staff/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: ivanTomaselli.email, password }),
  })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

test('a sign-in from elsewhere is ended from its mail, by a button and not by its link', async ({ page, faults }) => {
  faults.expect(/404/)
  await signInOn(firefox)
  const cookie = await signInOn(edge)
  const isIn = async () => (await fetch(`${process.env.PORTICO_URL}/api/staff/me`, { headers: { cookie } })).ok
  const { link } = await mailTo(ivanTomaselli.email, /(?<=Edge[\s\S]*)http:\S+\/staff\/sign-ins\/[\w-]+/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Eri tu?' })).toBeVisible()
  await expect(page.getByText(ivanTomaselli.email)).toBeVisible()
  expect(await foundByRuleEngines(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await isIn()).toBe(true)
  await page.getByRole('button', { name: 'Non ero io: termina quella sessione' }).click()
  await expect(page.getByRole('heading', { name: 'Sessione terminata: chi è entrato è fuori' })).toBeVisible()
  await expect.poll(isIn).toBe(false)
  await page.goto('/staff/sign-ins/troncata')
  await expect(page.getByRole('heading', { name: 'Questo link non vale più' })).toBeVisible()
  expect(await foundByRuleEngines(page)).toEqual([])
})
