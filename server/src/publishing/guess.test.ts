import { expect, test } from 'vitest'
import { guessFrom } from './guess.ts'

const estimate = `Brenta Servizi S.r.l.
Via Trieste 41, 35121 Padova. P. IVA IT04218730285
Preventivo n. P-2026/124 del 19/11/2026
Spett.le Officine Rossi S.r.l.
P. IVA 03917640288
Oggetto: Wi-Fi nel capannone C
Access point   4   250,00   1.000,00
Totale imponibile 3.500,00
IVA 22% 770,00
Totale € 4.270,00
Validità 30 giorni, fino al 19/12/2026`

test('an estimate says its number, day, total, subject and the numbers of both parties', () => {
  expect(guessFrom('scan0001.pdf', estimate)).toEqual({
    kind: 'estimate',
    number: 'P-2026/124',
    date: '2026-11-19',
    total: 4270,
    subject: 'Wi-Fi nel capannone C',
    ticketNumber: undefined,
    numbers: ['04218730285', '03917640288'],
  })
})

test.each([
  ['rapporto-0893.pdf', 'Intervento del 3 novembre 2026, ticket #1252', 'report', '0893', '2026-11-03', 1252],
  ['rinnovo-manutenzione-2027.pdf', 'Il presente contratto', 'documentToSign', undefined, undefined, undefined],
  ['x.pdf', 'Credit note NC-34\nDate: 2026-11-20', 'creditNote', 'NC-34', '2026-11-20', undefined],
  ['preventivo_P-2026-124.pdf', '', 'estimate', 'P-2026-124', undefined, undefined],
  ['listino.pdf', 'Listino prezzi', undefined, undefined, undefined, undefined],
])('%s', (name, text, kind, number, date, ticketNumber) => {
  expect(guessFrom(name, text)).toMatchObject({ kind, number, date, ticketNumber })
})

test.each([
  ['Totale documento EUR 1.234.567,89', 1234567.89],
  ['Totale 123.456.789.012.345,00', undefined],
  ['Total due: 1,234.50', 1234.5],
  ['Totale -73,20', -73.2],
  ['Totale 22%', undefined],
  ['Totale ore 12', undefined],
])('the total of %s', (text, total) => {
  expect(guessFrom('a.pdf', text).total).toBe(total)
})

test.each(['31/02/2026', '2026-13-01', '12/11/1899', '45 novembre 2026'])('%s is no day', text => {
  expect(guessFrom('a.pdf', text).date).toBeUndefined()
})

test('a day behind a word such as "data" comes before others', () => {
  expect(guessFrom('a.pdf', 'Ordine 01/10/2026\nData: 20/11/2026').date).toBe('2026-11-20')
})

test('a text made to be slow is read soon', () => {
  const begun = performance.now()
  for (const piece of ['totale ', 'fattura n. ', '1.', 'a', 'nota di credito ', 'oggetto: a ', 'ab12', ' ', '\n'])
    guessFrom('a.pdf', piece.repeat(Math.floor(20_000 / piece.length)))
  expect(performance.now() - begun).toBeLessThan(2000)
})
