import { expect, test } from 'vitest'

// A company with one portal never reads the word: every text of the staff room that has it is shown where there are several portals, or to
// who looks after the installation and adds one. A new text that has it either does without, or is listed here with the screen's condition
// (`portals.length > 1`) in place.

const shownWithSeveral = new Set([
  ...['staffAccount.portals', 'staffShell.rail.portals', 'staffQueue.portals', 'staffQueue.filter.portal'],
  ...[
    'staffConnections.portals',
    'staffConnections.allPortals',
    'staffConnections.everyPortal',
    'staffConnections.noPortal',
  ],
  ...[
    'staffCustomers.portal',
    'staffCustomers.anyPortal',
    'staffCustomers.page.goneText',
    'staffCustomers.page.peopleText',
  ],
  ...['staffCustomers.page.elsewhere', 'staffCustomers.person.beyond', 'staffCustomers.form.portal'],
  ...['staffCustomers.form.choosePortal', 'staffCustomers.form.portalMissing', 'staffCustomers.form.vatTakenPortal'],
  ...['staffImport.portal', 'staffImport.choosePortal', 'staffImport.begin.needsPortal', 'staffImport.fault.portal'],
  ...[
    'staffImport.columns.inPortal',
    'staffMail.portal',
    'staffMailboxes.portal',
    'staffPublish.need.portal',
    'staffPublish.edit.portal',
  ],
  ...[
    'staffRecords.portal',
    'staffRecords.anyPortal',
    'staffSettings.accounts.column.portals',
    'staffSettings.accounts.noPortal',
  ],
  ...['staffSettings.accounts.everyPortal', 'staffStorage.byPortal', 'staffStorage.portal', 'staffStorage.noPortal'],
  ...['staffTicket.canned.portal', 'staffTicket.canned.everyPortal', 'staffVisits.portal', 'staffVisits.allPortals'],
  ...['staffVisits.noPortal'],
])
/** Pages that list portals or add one, and what leaves the demo, which has several. */
const ofPortals = /^(staffPortals|staffInstallation\.(companies|portal|health\.check\.portals)|staffSettings\.demo)\b/

const files = import.meta.glob<object>('./*/staff/**/*.ts')

const textsOf = (value: unknown, path: string[]): [string, string][] =>
  typeof value === 'string'
    ? [[path.filter(part => part !== 'catalogue').join('.'), value]]
    : Object.entries(value ?? {}).flatMap(([key, one]) => textsOf(one, [...path, key]))

test.each(['it', 'en', 'es'])('%s: who has one portal does not read of portals', async language => {
  const found = new Set<string>()
  const ofLanguage = Object.entries(files).filter(([path]) => path.startsWith(`./${language}/`))
  for (const [, load] of ofLanguage)
    for (const [key, text] of textsOf(await load(), []))
      if (/\bportal/i.test(text.replaceAll(/\{\{[^}]*\}\}/g, '')) && !ofPortals.test(key)) found.add(key)
  expect(found.size).toBeGreaterThan(0)
  expect([...found].filter(key => !shownWithSeveral.has(key))).toEqual([])
})
