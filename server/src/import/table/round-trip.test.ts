import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvStream } from '../../kernel/http/csv.ts'
import { readTable, sampleTable } from './table-work.ts'

const titles = ['Riga', 'Messaggio', 'Ragione sociale', 'Telefono', 'Indirizzo']

/** The cells of a CSV file of ours, as the wizard reads them. */
const wizardReads = async (rows: string[][]): Promise<string[][]> => {
  const pages = async function* () {
    yield rows.map((cells, at) => [at + 2, 'Perché', ...cells])
  }
  const bytes = await buffer(csvStream(titles, pages()))
  const sampled = await sampleTable({ bytes, asked: {} })
  if ('refused' in sampled) throw new Error(sampled.refused)
  expect(sampled).toMatchObject({ form: { charset: 'utf-8', separator: ';', headerLine: 1 }, titles })
  const read = await readTable({
    bytes,
    form: sampled.form,
    kind: 'contact',
    titles,
    columns: titles.map(() => null),
    decimals: titles.map(() => ','),
    mended: [],
  })
  if ('refused' in read) throw new Error(read.refused)
  return Buffer.from(read.rows)
    .toString()
    .split('\n')
    .map(line => JSON.parse(line).cells.slice(2))
}

const hostile = [
  ...["'", "''", '"', '""', ';', ',', '\t', '\n', '\r\n', '\r', '=', '+', '-', '@', '="', '="0461"', "'=", "'+39"],
  ...[
    '0',
    '00',
    '0461 555001',
    "'0123",
    '1,23E+11',
    ' ',
    '  ',
    '\u00a0',
    '\u202f',
    '\u200b',
    '\ufeff',
    'Rossi & C.',
    'è',
  ],
  ...['Via Roma 1\n38100 Trento, TN', 'a;b\nc;d;e;f;g', 'q;"', 'sep=;', '👩‍🔧'],
]
const value = fc
  .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 5 })
  .map(parts => parts.join('').replaceAll('\0', ''))

/** Blanks around a value are nobody's words; within it they are spaces. */
const withoutBlanks = (text: string) =>
  text
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .trim()

test('what a CSV file of ours says comes back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 6 }), async rows => {
      const plain = rows.map(row => row.map(withoutBlanks))
      expect(await wizardReads(rows)).toEqual(plain)
      expect(await wizardReads(plain)).toEqual(plain)
    }),
    { numRuns: 400 },
  )
})

test('values that spreadsheets change are read as they were typed', async () => {
  const typed: [string, string][] = [
    ["'0123", '0123'],
    ["'+39 0461 555003", '+39 0461 555003'],
    ['"=""0461555002"""', '0461555002'],
    ["'50 Special Srl", "'50 Special Srl"],
    ['"\u00a0Ada\u00a0Rossi "', 'Ada Rossi'],
  ]
  const bytes = Buffer.from(`Ragione sociale;Telefono\n${typed.map(([cell], at) => `${at};${cell}\n`).join('')}`)
  const sampled = await sampleTable({ bytes, asked: {} })
  expect(sampled).toMatchObject({ samples: [expect.anything(), typed.slice(0, 3).map(([, said]) => said)] })
  const form = { charset: 'utf-8', separator: ';', headerLine: 1 }
  const input = { form, kind: 'contact' as const, titles: ['a', 'b'], columns: [null, null], decimals: [], mended: [] }
  const read = await readTable({ ...input, bytes })
  if ('refused' in read) throw new Error(read.refused)
  const cells = Buffer.from(read.rows).toString().split('\n')
  expect(cells.map(line => JSON.parse(line).cells[1])).toEqual(typed.map(([, said]) => said))
})
