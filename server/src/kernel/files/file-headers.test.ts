import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentHeaders, parseRange } from './file-headers.ts'
import { cleanFileName } from './file-name.ts'

describe('contentHeaders', () => {
  test('shows an image inline, in a sandbox', () => {
    expect(contentHeaders({ name: 'foto.png', mediaType: 'image/png' })).toEqual({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="foto.png"; filename*=UTF-8''foto.png`,
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  })

  test('shows a PDF without the sandbox, in which no viewer starts', () => {
    const headers = contentHeaders({ name: 'a.pdf', mediaType: 'application/pdf' })
    expect(headers['content-disposition']).toMatch(/^inline;/)
    expect(headers['content-security-policy']).not.toContain('sandbox')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test.each(['text/html', 'image/svg+xml', 'application/zip', ''])(
    'sends %j as a download without a type',
    mediaType => {
      const headers = contentHeaders({ name: 'a.html', mediaType })
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['content-disposition']).toMatch(/^attachment;/)
      expect(headers['content-security-policy']).toContain('sandbox')
    },
  )

  test('downloads an inline file on request', () => {
    const headers = contentHeaders({ name: 'a.pdf', mediaType: 'application/pdf' }, { download: true })
    expect(headers['content-disposition']).toMatch(/^attachment;/)
  })

  test('sends the file name in ASCII and in full', () => {
    expect(
      contentHeaders({ name: `Čović "più" d'oro; 100%.pdf`, mediaType: 'application/pdf' })['content-disposition'],
    ).toBe(
      `inline; filename="Covic _piu_ d'oro; 100_.pdf"; filename*=UTF-8''%C4%8Covi%C4%87%20%22pi%C3%B9%22%20d%27oro%3B%20100%25.pdf`,
    )
  })

  test('makes a valid header from any name, and the name can be read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), rough => {
        const name = cleanFileName(rough)
        const header = contentHeaders({ name, mediaType: '' })['content-disposition'] ?? ''
        const [, encoded = ''] =
          /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''([\w.~!%$&+#^`|-]+)$/.exec(header) ?? []
        expect(decodeURIComponent(encoded)).toBe(name)
      }),
    )
  })
})

describe('parseRange', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['Bytes= 5-6 ', { start: 5, end: 6 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=100-200', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
    ['bytes=0-1,5-6', undefined],
    ['bytes=6-5', undefined],
    ['bytes=-', undefined],
    ['bytes=a-b', undefined],
    ['items=0-1', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s of 100 bytes', (header, range) => expect(parseRange(header, 100)).toEqual(range))

  test('an empty file has no ranges', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
    expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable')
  })

  test('a range always lies within the file', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(), fc.constant('')),
        fc.oneof(fc.nat(), fc.constant('')),
        fc.nat(1000),
        (first, last, size) => {
          const range = parseRange(`bytes=${first}-${last}`, size)
          if (typeof range !== 'object') return
          expect(0 <= range.start && range.start <= range.end && range.end < size).toBe(true)
        },
      ),
    )
  })
})
