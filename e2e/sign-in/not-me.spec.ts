import { filled, forEachReader, isSound } from '../support/flows.ts'
import { mailTo } from '../support/outbox.ts'
import { password } from '../support/people.ts'
import { people } from '../support/personas.ts'
import { expect, test } from '../support/portico.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Edg/140.0.0.0'

const post = (path: string, body: object, userAgent: string) =>
  fetch(`${process.env.PORTICO_URL}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify(body),
  })

forEachReader('es-phone', reader => {
  const { access } = reader.words
  const { userName } = people(reader).warned
  const address = `${userName}@prova.example`

  test('a sign-in from elsewhere is ended from its mail, and a link that was asked for elsewhere says so', async ({
    page,
    faults,
  }) => {
    faults.expect(/404/)
    const credentials = { userName, password, company: 'brenta' }
    await post('/api/auth/login', credentials, firefox)
    const { token } = await (await post('/api/auth/login', credentials, edge)).json()
    const isIn = async () =>
      (await fetch(`${process.env.PORTICO_URL}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })).ok
    const { link } = await mailTo(address, /http:\S+\/link\?session=[\w-]+/)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: access.notMe.title })).toBeVisible()
    await expect(page.getByText(filled(access.notMe.text, { userName }))).toBeVisible()
    await isSound(page, reader)
    expect(await isIn()).toBe(true)
    await page.getByRole('button', { name: access.notMe.submit }).click()
    await expect(page.getByRole('heading', { name: access.notMe.done })).toBeVisible()
    await expect(page.getByRole('link', { name: access.notMe.recover })).toBeVisible()
    await isSound(page, reader)
    await expect.poll(isIn).toBe(false)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: access.notMe.ended })).toBeVisible()
    await page.goto('/link?session=troncata')
    await expect(page.getByRole('heading', { name: access.notMe.unknown })).toBeVisible()
    await isSound(page, reader)

    await post('/api/auth/links', { userName, company: 'brenta', browser: 'x'.repeat(32) }, edge)
    const asked = await mailTo(address, /http:\S+\/link\?key=[\w-]+/)
    await page.goto(asked.link)
    await expect(page.getByText(access.link.elsewhere)).toBeVisible()
    await isSound(page, reader)
    await page.getByRole('button', { name: access.link.goOn }).click()
    await expect(page.getByRole('heading', { name: reader.menu.tickets, level: 1 })).toBeVisible()
  })
})
