import { setTimeout } from 'node:timers/promises'
import { staffCookie } from '../../server/src/kernel/access/staff-scope.ts'
import { type Database, raw } from '../../server/src/kernel/database/db.ts'
import { insertAccount } from '../../server/src/staff/account-queries.ts'
import { insertStaffSession } from '../../server/src/staff/session-queries.ts'
import type { Installation } from './installation.ts'
import { cell } from './measure.ts'
import { type QuietPage, startQuietBrowser } from './quiet-browser.ts'

const TECHNICIANS = 40
const VISITS = 800
const RUNS = 9
const REST = 1500
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const quiet = ['--disable-gpu', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]

// Five days of four visits for everybody, in the week after this one; this week is empty.
const seeds = [
  `insert into service_company (id, name) overriding system value values (1, 'Bench')`,
  `insert into portal (service_company_id, id, web_portal_key, web_portal_name, time_zone) overriding system value
    values (1, 1, 'bench', 'Bench', 'UTC')`,
  `insert into staff_user (service_company_id, id, first_name, last_name, display_name) overriding system value
    select 1, n, 'Nome' || n, 'Cognome' || n, 'Nome' || n || ' Cognome' || n from generate_series(1, ${TECHNICIANS}) n`,
  `insert into contact (service_company_id, portal_id, id, company_name) overriding system value
    select 1, 1, n, 'Azienda ' || n || ' S.r.l.' from generate_series(1, 200) n`,
  `insert into planned_activity (service_company_id, portal_id, contact_id, activity_type_name, title, starts_at, ends_at, staff_user_id, address)
    select 1, 1, 1 + n % 200, 'Intervento in sede', 'Controllo dell’impianto ' || n, starts_at, starts_at + interval '90 minutes',
      1 + n % ${TECHNICIANS}, 'Via Roma ' || n || ', Padova'
    from (select n, date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' + interval '7 days'
      + n / ${TECHNICIANS} % 5 * interval '1 day' + interval '8 hours' + n / ${TECHNICIANS * 5} * interval '2 hours' as starts_at
      from generate_series(0, ${VISITS - 1}) n) v`,
  'analyze',
]

const signIn = async (database: Database): Promise<string> => {
  const now = new Date()
  let token: string | undefined
  // Who has an account is on the board.
  for (let staffUserId = TECHNICIANS; staffUserId > 0; staffUserId--) {
    const account = await insertAccount(
      database,
      {
        ...{ serviceCompanyId: 1, staffUserId, email: `nome${staffUserId}@bench.example`, role: 'office' as const },
        ...{ portalIds: null, groupIds: [], isInstallationOperator: false },
      },
      now,
    )
    if (!account) throw new Error('the account is there already')
    token = (await insertStaffSession(database, account, { address: '127.0.0.1', device: 'bench', now }))?.token
  }
  if (!token) throw new Error('nobody signed in')
  return token
}

// Scripts for the page are strings, because helpers that the compiler adds to functions do not exist in the page.
const untilPainted = (count: string) => `new Promise(resolve => {
  const look = () => ${count} < ${VISITS} ? requestAnimationFrame(look) : requestAnimationFrame(() => setTimeout(resolve))
  look()
})`
const drawn = `document.querySelectorAll('.board .visit').length`

/** From the click on the next week until its visits are painted. */
const nextWeek = (label: string) => `(async () => {
  while (!document.querySelector('.board-row[data-staff]')) await new Promise(resolve => setTimeout(resolve, 50))
  // What the start still does would add to the measured time.
  await new Promise(resolve => setTimeout(resolve, ${REST}))
  const began = performance.now()
  document.querySelector('[aria-label="${label}"]').click()
  await ${untilPainted(drawn)}
  window.taken = performance.now() - began
})()`

/** The least page that shows the same: the same answer, drawn as plain boxes. */
const least = (path: string) => `(async () => {
  window.taken = undefined
  document.body.innerHTML = ''
  await new Promise(resolve => setTimeout(resolve, ${REST}))
  const began = performance.now()
  const { entries } = await (await fetch('${path}')).json()
  document.body.innerHTML = entries.map(e => '<div class="visit" style="border:1px solid;width:90px">' + e.startsOn + '<b>' + e.customer.companyName
    + '</b><span>' + e.title + '</span></div>').join('')
  await ${untilPainted(`document.querySelectorAll('.visit').length`)}
  window.taken = performance.now() - began
})()`

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Runs a script in a page, which leaves its time in `taken`; nothing listens meanwhile. */
const time = async (page: QuietPage, script: string): Promise<number> => {
  await page.read(`void ${script}`)
  for (let tries = 0; tries < 40; tries++) {
    await setTimeout(REST)
    const taken = await page.read<number | null>('window.taken ?? null')
    if (taken !== null) return taken
  }
  throw new Error('the board was not painted')
}

/** Measures how long the board takes to paint a week, and the least page that shows the same, in turns in the same browser. */
export const runBoard = async ({ admin, database, ...made }: Installation): Promise<void> => {
  for (const statement of seeds) await admin.run(raw(statement))
  const { url } = await made.start()
  const cookie = `document.cookie = '${staffCookie}=${await signIn(database)}; path=/api/staff'; localStorage.setItem('language', 'en-EN')`
  const monday = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const read = `/api/staff/visits/board?from=${monday}&days=7&week=true`
  const browser = await startQuietBrowser(executablePath, quiet, { width: 1440, height: 900 })
  const [ours, bare]: [number[], number[]] = [[], []]
  try {
    for (let run = 0; run <= RUNS; run++) {
      const page = await browser.newPage()
      await page.atBegin(cookie)
      await page.goTo(`${url}/staff/visits?view=week`)
      const painted = await time(page, nextWeek('Next week'))
      // In the same document: the answers of other addresses let no page read from the server.
      const plain = await time(page, least(read))
      // The first run also warms up the server's statements and the disk cache.
      if (run > 0) {
        ours.push(painted)
        bare.push(plain)
      }
      await page.close()
    }
  } finally {
    await browser.stop()
  }
  const [painted, plain] = [median(ours), median(bare)]
  console.log(`Board of ${TECHNICIANS} technicians, ${VISITS} visits in the week, median of ${RUNS}:
  painted ${cell(painted)} ms after the click, the least page ${cell(plain)} ms, ratio ${(painted / plain).toFixed(2)}`)
}
