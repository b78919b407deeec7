import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorTime } from '../../../test/servers/event-loop.ts'
import { cleanFileName, extensionOf } from './file-name.ts'

describe('cleanFileName', () => {
  test.each([
    ['Foto del guasto.JPG', 'Foto del guasto.JPG'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\fakepath\\foto.png', 'foto.png'],
    ['a\0b\r\nc.png', 'abc.png'],
    ['fattura\u202Egnp.exe', 'fatturagnp.exe'],
    ['e\u0300.txt', 'è.txt'],
    ['virus.exe. . ', 'virus.exe'],
    ['virus.exe::$DATA', 'virus.exe'],
    ['virus.exe::$data. ', 'virus.exe'],
    ['virus.exe:a:$DATA::$DATA', 'virus.exe'],
    ['Verbale 10:30.pdf', 'Verbale 10:30.pdf'],
    ['.htaccess', '.htaccess'],
    ['', 'file'],
    ['../..', 'file'],
    [' . ', 'file'],
    ['\ud800x.png', 'x.png'],
    ['👩‍🔧.png', '👩‍🔧.png'],
    [`${'x'.repeat(300)}.docx`, `${'x'.repeat(195)}.docx`],
    [`${'👍'.repeat(300)}.png`, `${'👍'.repeat(196)}.png`],
    [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(198)}`],
  ])('%j becomes %j', (name, clean) => expect(cleanFileName(name)).toBe(clean))

  test('takes little time for any name', () => {
    const begun = processorTime()
    for (const part of [' .', ':a:$b', ':', '.', 'a:']) {
      cleanFileName(part.repeat(20_000))
      cleanFileName(`${part.repeat(20_000)}x`)
    }
    expect(processorTime() - begun).toBeLessThan(500)
  })

  test('makes any name safe to store and send, and is idempotent', () => {
    const rough = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('.', '/', '\\', ' ', '\u202E', '.exe', ':', '::$DATA')),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(rough, parts => {
        const clean = cleanFileName(parts.join(''))
        expect(clean).not.toMatch(/[/\\\p{Cc}\p{Cs}\u202A-\u202E]|[\s.]$|^$/u)
        expect([...clean].length).toBeLessThanOrEqual(200)
        expect(cleanFileName(clean)).toBe(clean)
        expect(decodeURIComponent(encodeURIComponent(clean))).toBe(clean)
      }),
    )
  })
})

test.each([
  ['a.PNG', 'png'],
  ['a.tar.gz', 'gz'],
  ['.htaccess', ''],
  ['senza', ''],
  ['fine.', ''],
])('the extension of %s is %j', (name, extension) => expect(extensionOf(name)).toBe(extension))
