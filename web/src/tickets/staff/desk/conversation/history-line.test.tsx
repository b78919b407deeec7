import type { TicketChange } from '@portico/contract/staff/tickets'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { staffTicket as en } from '../../../../text/en/staff/ticket.ts'
import { staffTicket as es } from '../../../../text/es/staff/ticket.ts'
import { staffTicket as it } from '../../../../text/it/staff/ticket.ts'
import { showLanguage, startTexts } from '../../../../text/texts.ts'
import { ChangesLine } from './history-line.tsx'

afterEach(cleanup)

const texts = {
  it: async () => ({ staffTicket: it }),
  en: async () => ({ staffTicket: en }),
  es: async () => ({ staffTicket: es }),
}

const said = (change: Pick<TicketChange, 'field' | 'before' | 'after'>) => {
  const staff = { id: 1, displayName: 'Elena Conti', profileImage: null }
  const { container, unmount } = render(
    <ChangesLine changes={[{ id: 1, changedOn: '2026-06-15T10:00:00Z', staff, ...change }]} />,
  )
  const text = container.textContent?.replace(/ \d\d:\d\d$/, '')
  unmount()
  return text
}

test('what is done with another ticket is a sentence, in each language', async () => {
  await startTexts('it-IT', texts)
  const link = { field: 'link', before: null, after: null }
  expect(said({ ...link, after: '#1220' })).toBe('Elena Conti ha collegato #1220')
  expect(said({ ...link, before: '#1220' })).toBe('Elena Conti ha scollegato #1220')
  expect(said({ ...link, field: 'merged', after: '#1244' })).toBe('Elena Conti ha unito #1244 a questo ticket')
  expect(said({ ...link, field: 'mergedInto', after: '#1255' })).toBe('Elena Conti ha unito il ticket a #1255')
  expect(said({ ...link, field: 'copiedTo', after: '#1301' })).toBe('Elena Conti ha copiato il ticket in #1301')
  expect(said({ ...link, field: 'copiedFrom', after: '#1301' })).toBe('Elena Conti ha copiato il ticket da #1301')
  expect(said({ field: 'stepId', before: 'Aperto', after: 'Chiuso' })).toContain('Stato: Aperto →')
  await showLanguage('en-EN')
  expect(said({ ...link, field: 'mergedInto', after: '#1255' })).toBe('Elena Conti merged the ticket into #1255')
  await showLanguage('es-ES')
  expect(said({ ...link, before: '#1220' })).toBe('Elena Conti ha desvinculado #1220')
})
