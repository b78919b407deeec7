import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import type { Booked, Slot } from '@portico/contract/appointments'
import { portico } from '../support/command-line.ts'
import { filled, forEachReader, isSound, type Reader } from '../support/flows.ts'
import { mailTo } from '../support/outbox.ts'
import { giulia } from '../support/people.ts'
import { events } from '../support/personas.ts'
import { expect, test } from '../support/portico.ts'

/** Calls the API without a session, each time from another IP address, because bookings per address and hour are limited. */
const api = async <Body>(path: string, body?: unknown): Promise<Body> => {
  const localAddress = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const call = request(`${process.env.PORTICO_URL}/api/appointments/brenta/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    localAddress,
  })
  const answered = once(call, 'response')
  call.end(body && JSON.stringify(body))
  const [answer] = (await answered) as [IncomingMessage]
  const answerText = await text(answer)
  if ((answer.statusCode ?? 500) >= 400) throw new Error(`${answer.statusCode} ${answerText}`)
  return JSON.parse(answerText) as Body
}

/** A phone number without bookings, because each number may have five. */
const aPhone = () => `049 ${randomInt(2_000_000, 9_999_999)}`

/** Books the time that is selected on a page for another customer. */
const takeAway = async (page: Page, service: string) => {
  const start = await page.getByRole('radio', { checked: true }).getAttribute('data-start')
  await api<Booked>(service, { start, phone: aPhone(), companyName: 'Ditta svelta' })
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const appointmentLink = /http:\S+\/appointments\/brenta\/[\w-]+/

/** Selects a time in the week shown. The tests show next week, which is complete on any day of this week. */
const choose = async (page: Page, { words }: Reader, nth = 0) => {
  const times = page.getByRole('radiogroup', { name: words.appointments.pick })
  await times.getByRole('radio').nth(nth).click()
}

const hourAndAHalf = { 'it-IT': '1 ora e 30 minuti', 'en-EN': '1 hour, 30 minutes', 'es-ES': '1 hora y 30 minutos' }

forEachReader('it-phone', reader => {
  const { appointments: texts, errors } = reader.words
  const theirs = events(reader)
  const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

  test.describe('a visitor in another time zone', () => {
    test.use({ timezoneId: 'America/New_York' })

    test('books from the list, moves the appointment from its mail, and cancels it', async ({ page, faults }, {
      retry,
    }) => {
      // A second try takes the week after, in which nothing is booked either.
      const showWeek = async () => {
        for (let week = 0; week <= retry; week += 1) await click(page, texts.nextWeek)
      }
      faults.expect(/api\/appointments\/brenta/)
      const email = `visita.${reader.id}@prova.example`
      await page.goto('/appointments/brenta')
      await expect(title(page)).toHaveText(texts.services)
      await isSound(page, reader)
      await page.getByRole('link', { name: theirs.listed.name }).click()
      await expect(title(page)).toHaveText(theirs.listed.name)
      await expect(page.getByText(hourAndAHalf[reader.language], { exact: true })).toBeVisible()
      await expect(page.getByText(filled(texts.zone, { zone: 'Europe/Rome' }))).toBeVisible()

      await click(page, texts.confirm)
      await expect(page.getByRole('alert')).toContainText(errors.fill_required_fields)
      await expect(page.getByRole('alert')).toContainText(texts.chooseFirst)
      await showWeek()
      await choose(page, reader)
      // Only what is still missing is shown.
      await expect(page.getByRole('alert')).not.toContainText(texts.chooseFirst)
      await expect(page.getByText(texts.lacks.phone)).toBeVisible()
      // Each time also shows the visitor's local time, six hours behind the portal.
      const chosen = page.locator('.chosen')
      await expect(chosen).toContainText('08:00 – 09:30')
      await expect(chosen).toContainText(/, 0[23]:00/)
      await page.getByLabel(texts.company).fill('Ditta di passaggio')
      await page.getByLabel(texts.phone).fill('interno')
      await page.getByLabel(texts.email).fill(email)
      await isSound(page, reader)
      await click(page, texts.confirm)
      await expect(page.getByText(texts.phoneWrong)).toBeVisible()
      await page.getByLabel(texts.phone).fill('049 555 0177')
      await click(page, texts.confirm)
      await expect(title(page)).toHaveText(texts.confirmed)
      await expect(page.getByText('Ditta di passaggio')).toBeVisible()
      await isSound(page, reader)
      const download = page.waitForEvent('download')
      await follow(page, texts.addToCalendar)
      const file = await download
      expect(file.suggestedFilename()).toBe('appointment.ics')
      expect(readFileSync(await file.path(), 'utf8')).toContain('SEQUENCE:0')

      const booked = await mailTo(email, appointmentLink)
      expect(booked.mail.subject).toContain(texts.confirmed)
      await page.goto(booked.link)
      await expect(title(page)).toHaveText(texts.confirmed)
      await follow(page, texts.move)
      await expect(title(page)).toHaveText(theirs.listed.name)
      await expect(page.getByText(texts.moveFrom)).toBeVisible()
      await click(page, texts.moveConfirm)
      await expect(page.getByText(texts.chooseFirst)).toBeVisible()
      await showWeek()
      await choose(page, reader, 1)
      await takeAway(page, theirs.listed.key)
      await click(page, texts.moveConfirm)
      await expect(page.getByRole('alert')).toContainText(errors.error_creating_appointment)
      await expect(page.getByRole('alert')).toContainText(texts.moveTaken)
      await isSound(page, reader)
      await choose(page, reader, 2)
      await click(page, texts.moveConfirm)
      await expect(page.getByText(texts.moved)).toBeVisible()
      await expect(title(page)).toHaveText(texts.confirmed)
      await isSound(page, reader)
      await expect.poll(async () => (await mailTo(email, appointmentLink)).mail.subject).not.toBe(booked.mail.subject)
      const moved = await mailTo(email, appointmentLink)
      expect(moved.link).toBe(booked.link)
      expect(moved.mail.inReplyTo).toBe(booked.mail.messageId)

      await page.goto(moved.link)
      await follow(page, texts.toCancellation)
      await expect(title(page)).toHaveText(texts.cancelTitle)
      await isSound(page, reader)
      const second = await page.context().newPage()
      await second.goto(page.url())
      await expect(title(second)).toHaveText(texts.cancelTitle)
      await click(page, texts.cancelConfirm)
      await expect(title(page)).toHaveText(texts.cancelled)
      await expect(title(page)).toBeFocused()
      await expect(page.getByText(texts.cancelledOn)).toBeVisible()
      await isSound(page, reader)
      // Cancelling again in another tab says that it is cancelled, and is not an error.
      await click(second, texts.cancelConfirm)
      await expect(title(second)).toHaveText(texts.cancelled)
      await second.close()
      await follow(page, texts.again)
      await expect(title(page)).toHaveText(theirs.listed.name)
    })
  })

  test('an invitation shows weekdays in the reader’s language and known data, and keeps the input when a time is taken', async ({
    page,
    faults,
  }) => {
    faults.expect(/api\/appointments\/brenta/)
    await page.goto(`/appointments/brenta/${theirs.invitation}`)
    await expect(page.locator('.slot-day-head').first()).toHaveText(new RegExp(`^${texts.day.mon}`))
    await expect(page.getByText(theirs.companyName)).toBeVisible()
    await expect(page.getByLabel(texts.phone)).toHaveValue(theirs.phone)
    await isSound(page, reader)
    // The times are one radio group, operated by keyboard.
    await click(page, texts.nextWeek)
    const times = page.getByRole('radio')
    await times.first().focus()
    await page.keyboard.press('Space')
    await expect(times.first()).toBeChecked()
    await page.keyboard.press('ArrowDown')
    await expect(times.nth(1)).toBeChecked()
    await expect(times.nth(1)).toBeFocused()
    await page.getByLabel(texts.notes).fill('Citofono 3')
    await takeAway(page, theirs.invited.key)
    await click(page, texts.confirm)
    await expect(page.getByRole('alert')).toContainText(errors.error_creating_appointment)
    await expect(page.getByRole('alert')).toContainText(texts.taken)
    await expect(page.getByLabel(texts.notes)).toHaveValue('Citofono 3')
    await isSound(page, reader)
    await choose(page, reader, 1)
    await click(page, texts.confirm)
    await expect(title(page)).toHaveText(texts.confirmed)
    await expect(page.getByText('Citofono 3')).toBeVisible()
    const { link } = await mailTo(`invito.${reader.id}@prova.example`, appointmentLink)
    await page.goto(link)
    await expect(title(page)).toHaveText(texts.confirmed)
    await page.goto(`/appointments/brenta/${theirs.invitation}`)
    await expect(page.getByText(texts.key.used)).toBeVisible()
    await isSound(page, reader)
  })

  test('an invalid link says why and offers an alternative', async ({ page, faults }) => {
    faults.expect(/api\/(appointments|settings)/)
    for (const [key, said] of [
      [theirs.expired, texts.key.expired],
      [theirs.withdrawn, texts.key.withdrawn],
      ['inventata', texts.key.unknown],
    ] as const) {
      await page.goto(`/appointments/brenta/${key}`)
      await expect(page.getByText(said)).toBeVisible()
    }
    await isSound(page, reader)
    await follow(page, texts.key.other)
    await expect(title(page)).toHaveText(texts.services)
    await page.goto('/appointments/nessuno')
    await expect(title(page)).toHaveText(reader.words.shell.notFound.title)
    // Within the notice period the page shows a phone number instead of buttons that could only fail.
    for (const path of ['cancellation/', 'rescheduling/', '']) {
      await page.goto(`/appointments/brenta/${path}${theirs.late}`)
      await expect(page.getByText(texts.tooLate)).toBeVisible()
      await expect(page.getByRole('button', { name: texts.cancelConfirm })).toHaveCount(0)
      await expect(page.getByRole('link', { name: texts.move })).toHaveCount(0)
      await expect(page.getByRole('link', { name: texts.call.split('{{')[0] ?? '' })).toBeVisible()
    }
    await isSound(page, reader)
    await page.goto(`/appointments/brenta/${theirs.past}`)
    await expect(title(page)).toHaveText(texts.past)
    await isSound(page, reader)
  })

  if (!reader.thorough) return

  test('if the portal requires it, a booking is confirmed on the page of the mailed link', async ({ page }) => {
    const company = `conferme-${randomInt(1_000_000)}`
    const folder = mkdtempSync(join(tmpdir(), 'portico-bookings-'))
    const lines = [
      { type: 'serviceCompany', externalId: company, name: company },
      { type: 'portal', externalId: company, serviceCompany: company, webPortalKey: company, webPortalName: company },
      { type: 'staff', externalId: 'tecnico', serviceCompany: company, firstName: 'Ada', lastName: 'Zeni' },
      {
        type: 'bookableService',
        externalId: 'visita',
        portal: company,
        key: 'visita',
        name: 'Visita',
        staff: ['tecnico'],
      },
    ]
    Object.assign(lines[1] ?? {}, { confirmBookings: true, supportEmail: 'ufficio@prova.example' })
    const everyDay = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'].map(day => `${day} 09:00-17:00`)
    Object.assign(lines[3] ?? {}, {
      serviceCompany: company,
      durationMinutes: 60,
      horizonDays: 30,
      weeklyHours: everyDay,
    })
    const file = join(folder, 'portal.jsonl')
    writeFileSync(file, lines.map(line => JSON.stringify(line)).join('\n'))
    await portico(['import', file])
    rmSync(folder, { recursive: true })

    const email = `${company}@prova.example`
    await page.goto(`/appointments/${company}/visita`)
    await click(page, texts.nextWeek)
    await choose(page, reader)
    await page.getByLabel(texts.company).fill('Ditta di passaggio')
    await page.getByLabel(texts.phone).fill(aPhone())
    await page.getByLabel(texts.email).fill(email)
    await click(page, texts.confirm)
    await expect(title(page)).toHaveText(texts.unconfirmed)
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByRole('link', { name: texts.move })).toHaveCount(0)
    await isSound(page, reader)
    const pending = page.url()

    const { link, mail } = await mailTo(email, /http:\S+\/confirmation\/[\w-]+/)
    expect(mail.text).not.toContain('Ditta di passaggio')
    await page.goto(link)
    await expect(title(page)).toHaveText(texts.confirmTitle)
    await isSound(page, reader)
    await click(page, texts.confirm)
    await expect(title(page)).toHaveText(texts.confirmed)
    expect(page.url()).toBe(pending)
    // The link still works when it is opened again.
    await page.goto(link)
    await expect(title(page)).toHaveText(texts.confirmed)
    await click(page, texts.openConfirmed)
    await expect(page).toHaveURL(pending)
  })

  test('the form comes with the times, so that none of its buttons moves away while they load', async ({ page }) => {
    let answer = (): void => undefined
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route(/\/slots$/, async route => {
      await held
      await route.continue()
    })
    await page.goto(`/appointments/brenta/${theirs.listed.key}`)
    await expect(page.getByRole('button', { name: texts.nextWeek, exact: true })).toBeVisible()
    const confirm = page.getByRole('button', { name: texts.confirm, exact: true })
    await expect(confirm).toHaveCount(0)
    answer()
    await expect(page.getByRole('radio').first()).toBeVisible()
    await expect(confirm).toBeVisible()
  })

  test('a visitor with five bookings sees that the limit is reached', async ({ page, faults }) => {
    faults.expect(/429/)
    const phone = aPhone()
    const { key } = theirs.hoarded
    const free = await api<Slot[]>(`${key}/slots`)
    for (const { start } of free.slice(-5)) await api(key, { start, phone, companyName: 'Ditta ingorda' })
    await page.goto(`/appointments/brenta/${key}`)
    await choose(page, reader)
    await page.getByLabel(texts.company).fill('Ditta ingorda')
    await page.getByLabel(texts.phone).fill(phone)
    await click(page, texts.confirm)
    await expect(page.getByRole('alert')).toContainText(texts.tooMany)
    await isSound(page, reader)
  })
})

test.describe('a signed-in user', () => {
  test.use({ as: giulia })

  test('finds the list of services in the menu, on the contacts page and on a ticket, and can go back', async ({
    page,
    session,
  }) => {
    const link = page.getByRole('main').getByRole('link', { name: 'Prenota un appuntamento' })
    await page.goto(`${session.url}/contacts`)
    await expect(link).toBeVisible()
    await page.goto(`${session.url}/tickets`)
    await page.getByRole('link', { name: /La VPN cade/ }).click()
    await expect(link).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Menu principale' }).first()
    await menu.getByRole('link', { name: 'Prenota un appuntamento' }).click()
    await expect(title(page)).toHaveText('Prenota un appuntamento')
    await page.getByRole('link', { name: 'Torna al portale' }).click()
    await expect(page).toHaveURL(new RegExp(`${session.url}/tickets`))
  })
})
