import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Refusal } from '../../records/definition/refusal.ts'
import { formOf, rowsOf } from './csv-rows.ts'

const folder = await mkdtemp(join(tmpdir(), 'portico-csv-rows-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const file = async (content: string | Buffer) => {
  const path = join(folder, 'rows.csv')
  await writeFile(path, content)
  return path
}
/** The rows of a file: the line number, and the cells or the reason for refusing them. */
const rows = async (content: string | Buffer, charset?: string) => {
  const path = await file(content)
  const found: [number, string[] | string][] = []
  for await (const { line, cells } of rowsOf(path, await formOf(path, charset)))
    found.push([line, cells instanceof Refusal ? cells.reason : cells])
  return found
}
const latin = (text: string) => Buffer.from(text, 'latin1')
const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])

describe('the charset', () => {
  const text = 'Nome;Nota\nCaffè Nerò;più\n'
  const utf16be = (content: string) => Buffer.from(`\ufeff${content}`, 'utf16le').swap16()
  test.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a byte-order mark', Buffer.concat([utf8Mark, Buffer.from(text)]), 'utf-8'],
    ['UTF-16, little-endian', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16, big-endian', utf16be(text), 'utf-16be'],
    ['Windows-1252', latin(text), 'windows-1252'],
  ])('%s', async (_, content, charset) => {
    expect(await formOf(await file(content))).toEqual({ charset, separator: ';' })
    expect(await rows(content)).toEqual([
      [1, ['Nome', 'Nota']],
      [2, ['Caffè Nerò', 'più']],
    ])
  })

  const damaged = Buffer.concat([Buffer.from('Nome\nCaffè Nerò\nPiù Società\n'), latin('Caffè Bianco\n')])
  test.each<[string, Buffer, string | undefined, RegExp]>([
    ['UTF-8 but for one byte', damaged, undefined, /^Line 4 holds what is not UTF-8/],
    [
      'the same with a byte-order mark',
      Buffer.concat([utf8Mark, damaged]),
      undefined,
      /not in utf-8.*mark: see line 4/,
    ],
    [
      'the byte-order mark of UTF-8 before Windows-1252',
      Buffer.concat([utf8Mark, latin('Nome\nCaffè\n')]),
      undefined,
      /see line 2/,
    ],
    [
      'another charset than that of its byte-order mark',
      Buffer.concat([utf8Mark, Buffer.from(text)]),
      'windows-1252',
      /mark of utf-8/,
    ],
    ['another charset than the given one', damaged, 'utf-8', /not in utf-8: see line 4/],
  ])('%s is refused with its line', async (_, content, charset, said) => {
    await expect(rows(content, charset)).rejects.toThrow(said)
  })

  test('a given charset overrides the detection', async () => {
    expect((await rows(damaged, 'windows-1252')).at(-1)).toEqual([4, ['Caffè Bianco']])
  })
})

describe('quotes', () => {
  test('are ordinary characters in a cell that does not begin with one', async () => {
    expect(await rows('Nome;Codice\nTubi 5" acciaio;a\nOfficine "Verdi" SpA;b\n 12" ; c"\n')).toEqual([
      [1, ['Nome', 'Codice']],
      [2, ['Tubi 5" acciaio', 'a']],
      [3, ['Officine "Verdi" SpA', 'b']],
      [4, ['12"', 'c"']],
    ])
  })

  test('around a cell allow separators, line breaks and doubled quotes; spaces around them are ignored', async () => {
    expect(await rows('Nome;Via\r\n"Caffè ""Città""" ; "Via Po; 1\r\n35100 Padova"\r\n"";x\r\n')).toEqual([
      [1, ['Nome', 'Via']],
      [2, ['Caffè "Città"', 'Via Po; 1\r\n35100 Padova']],
      [4, ['', 'x']],
    ])
  })

  const notClosed = expect.stringMatching(/quote that is not closed/)
  test.each<[string, string, unknown[]]>([
    ['never closed', 'q2;"Two', [2, notClosed]],
    ['closed too early', '"Verdi" SpA;2', [2, notClosed]],
    ['closed in the middle of a word', 'q2;"Officine "Verdi""', [2, notClosed]],
  ])('%s affect only their own row', async (_, bad, told) => {
    expect(await rows(`Codice;Nome\n${bad}\nq3;Three\nq4;"Four"\n`)).toEqual([
      [1, ['Codice', 'Nome']],
      told,
      [3, ['q3', 'Three']],
      [4, ['q4', 'Four']],
    ])
  })

  test('that open in one row and close in a later one affect only the first', async () => {
    for (const closing of ['q4;Four";c', 'q4;Four;c"', 'q4";Four;c'])
      expect(await rows(`Codice;Nome;Nota\nq2;"Two;a\nq3;Three;b\n${closing}\nq5;Five;d\n`)).toEqual([
        [1, ['Codice', 'Nome', 'Nota']],
        [2, notClosed],
        [3, ['q3', 'Three', 'b']],
        [4, closing.split(';')],
        [5, ['q5', 'Five', 'd']],
      ])
  })

  test('inside a multi-line cell do not turn its other lines into rows', async () => {
    expect(await rows('Nome;Codice\n"Via "Po" 1\nint. 4\nPadova";x\nFine;y\n')).toEqual([
      [1, ['Nome', 'Codice']],
      [2, notClosed],
      // Refused later, when its fields are read, because it has a single cell.
      [3, ['int. 4']],
      [4, expect.stringMatching(/may belong to the row of line 2/)],
      [5, ['Fine', 'y']],
    ])
  })

  test('around lines that have as many separators as a row are trusted where they fit', async () => {
    for (const row of [
      'a,"Via Roma 1\n38100 Trento, TN",x',
      'a,"Via Roma 1, int. 2\n38100 Trento, TN",x',
      '"a","b,c\nd,e,f\ng,h","i"',
    ])
      expect((await rows(`Nome,Via,Nota\n${row}\nq5,Five,d\n`)).map(([, cells]) => cells)).toEqual([
        ['Nome', 'Via', 'Nota'],
        row.split(/"?,"|",/).map(cell => cell.replaceAll('"', '')),
        ['q5', 'Five', 'd'],
      ])
    const spaced = await rows('Nome; Via; Nota\nq2; "Two; a\nq3; Three"; b\nq5; Five; d\n')
    expect(spaced[1]).toEqual([2, notClosed])
  })

  test('never closed in a long file affect no later row', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `c${n};Company number ${n}`)
    lines[4000] = 'c4000;"Company number 4000'
    const found = await rows(`Codice;Nome\n${lines.join('\n')}`)
    expect(found).toHaveLength(20_001)
    expect(found.filter(([, cells]) => typeof cells === 'string')).toEqual([[4002, notClosed]])
  })
})

test('a single column may contain line breaks too', async () => {
  expect(await rows('Nome\n"Via Po\nPadova"\n')).toEqual([
    [1, ['Nome']],
    [2, ['Via Po\nPadova']],
  ])
})

test('a carriage return alone ends a line if the file has no other line ends', async () => {
  expect(await rows('a;b\r1;2\r')).toEqual([
    [1, ['a', 'b']],
    [2, ['1', '2']],
  ])
})

test('a file without line breaks is refused before it fills the memory', async () => {
  await expect(rows('x'.repeat(300_000))).rejects.toThrow(/^Line 1 is longer than/)
})

describe('a file made to be slow to parse', () => {
  const MB = 1024 * 1024
  test('with one cell of 25 MB is refused by its line', async () => {
    await expect(rows(`a;b\n"${'x'.repeat(25 * MB)}";1\n`)).rejects.toThrow('Line 2 is longer than 262144 characters')
  })

  test.each([
    ['empty lines', '\n'.repeat(400_000), 400_003],
    ['doubled quotes', '""\n'.repeat(80_000), 80_003],
  ])(
    'a quote before thousands of lines of %s affects only its own row',
    async (_, many, last) => {
      const since = performance.now()
      expect(await rows(`a;b\n"open\n${many}c;d\n`)).toEqual([
        [1, ['a', 'b']],
        [2, expect.stringContaining('not closed')],
        [last, ['c', 'd']],
      ])
      expect(performance.now() - since).toBeLessThan(8000)
    },
    60_000,
  )

  test.runIf(process.env.FULL === '1')(
    'with an open quote in each line is refused as a whole',
    async () => {
      await expect(rows(`a;b\n${'a";"y\n'.repeat(40_000)}`)).rejects.toThrow(
        /Line \d+, like many before it, has a quote that is not closed/,
      )
    },
    60_000,
  )
})
