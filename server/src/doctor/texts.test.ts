import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeFault } from '../portals/portal-faults.ts'
import { translateFinding } from './texts.ts'

/** The sentences in the sources of the checks: texts of at least three words, with a number for each part that varies. */
const sentencesOf = (source: string): string[] => {
  const code = source
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/sql`[\s\S]*?`/g, '')
    .replace(/^import .*$/gm, '')
  const texts = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, plain, template]) => plain ?? template ?? '',
  )
  return texts
    .filter(
      text =>
        text
          .replace(/\$\{[^}]*\}/g, '')
          .trim()
          .split(' ').length > 2,
    )
    .map(text =>
      text
        .replaceAll('\\`', '`')
        .replace(/\$\{FAILING\}/, '30 minutes')
        .replace(/\$\{OVERDUE\}/, '5 minutes'),
    )
}

/** What is put together from parts, of which the examples below are tested, and what only the command line does. */
const isPart = (text: string) => / \? |\$\{where\}|^Set it to|^ : |^<|trial|^This mail|was taken by|^; --/.test(text)

test('each sentence of the checks has its texts in every language', () => {
  const files = readdirSync(import.meta.dirname).filter(name => /^doctor-\w+\.ts$/.test(name))
  const sentences = files.flatMap(name => sentencesOf(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')))
  expect(sentences.length).toBeGreaterThan(60)
  const filled = sentences
    .filter(text => !isPart(text))
    .map(text => text.replace(/\$\{[^}]*(?:\{[^}]*\}[^}]*)?\}/g, '7'))
  const missing = filled.filter(
    text => translateFinding(text, 'it-IT') === text || translateFinding(text, 'es-ES') === text,
  )
  expect(missing).toEqual([])
})

test.each([
  '3 jobs of the kind mail were given up',
  '3 jobs of the kind mail were given up, the last because: no answer',
  'the webhook to erp.example of acme is off: gone',
  '2 deliveries to erp.example of acme are parked',
  'the API key 7 (Gestionale) of acme expired on 2026-01-01',
  'the API key 7 (Gestionale) of acme expires on 2026-01-01',
  'mail.example:465 lets us in',
  'mail.example:465 lets us in, by TLS',
  'sms.example answers; --send-sms NUMBER tries whether it takes messages',
  '4 signed documents are sealed at B-T only',
  '4 signed documents are sealed at B-T only: no answer',
  'Set it to a folder on another disk. Run `portico backup` every night, as docs/operating.md says.',
])('%j has its texts', text => {
  for (const language of ['it-IT', 'es-ES'] as const) expect(translateFinding(text, language)).not.toBe(text)
})

test('what varies is kept, also where a value is long, and what is unknown stays', () => {
  const open = 'PostgreSQL 16.4 (Debian 16.4-1), 12 of 100 connections in use'
  expect(translateFinding(open, 'it-IT')).toBe('PostgreSQL 16.4 (Debian 16.4-1), 12 connessioni in uso su 100')
  expect(translateFinding(open, 'en-EN')).toBe(open)
  const { found } = describeFault({ company: 'brenta', kind: 'nobodyMailed', types: ['Guasto', 'Consulenza'] })
  expect(translateFinding(found, 'es-ES')).toBe(
    'nadie recibe correos sobre los nuevos tickets de tipo Guasto, Consulenza del portal brenta',
  )
  expect(translateFinding('535 5.7.8 authentication failed', 'it-IT')).toBe('535 5.7.8 authentication failed')
})
