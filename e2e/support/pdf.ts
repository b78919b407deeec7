import type { Locator } from '@playwright/test'

/** The canvas of the first page of a PDF shown within an element. */
export const drawnPage = (within: Locator) => within.locator('.pdf-page canvas').first()

/** A lossless JPEG 2000 of 8 by 8 pixels in rgb(200, 30, 40), written by `opj_compress` of OpenJPEG 2.5. */
export const redScan = Buffer.from(
  [
    'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAACAAAAAgAAwcHAAAAAAAPY29scgEAAAAAABAAAADOanAyY/',
    '9P/1EALwAAAAAACAAAAAgAAAAAAAAAAAAAAAgAAAAIAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAQAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBi',
    'eSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAVgAB/5PH1CoRUFSv+c2AAAGEhGqFDCQkIDQDCQjB8gsUAFyifbaQAAMJCN+A+BQAXKJ9tp',
    'AAAwkI1QoYSEhAaAYSEe4YMJCQgNAMJCP/2Q==',
  ].join(''),
  'base64',
)

/**
 * A PDF of numbered A4 pages. Each page has `ballast` additional bytes that a viewer has to fetch, or is covered by `scan`, a
 * JPEG 2000 of 8 by 8 pixels.
 */
export const pdf = (pages: number, ballast = 0, scan?: Buffer) => {
  const parts: Buffer[] = []
  const places: number[] = []
  let length = 0
  const write = (text: string | Buffer) => {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
    parts.push(bytes)
    length += bytes.length
  }
  const object = (number: number, ...body: (string | Buffer)[]) => {
    places[number] = length
    write(`${number} 0 obj\n`)
    for (const part of body) write(part)
    write('\nendobj\n')
  }
  const stream = (number: number, entries: string, bytes: Buffer) =>
    object(number, `<< ${entries} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream')

  // A grey picture of the required size in bytes.
  const rows = Math.max(1, Math.round(ballast / 1000))
  const picture = Buffer.alloc(rows * 1000, 200)
  const at = (page: number) => 4 + page * 3
  write('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  object(1, '<< /Type /Catalog /Pages 2 0 R >>')
  const kids = Array.from({ length: pages }, (_, page) => `${at(page)} 0 R`).join(' ')
  object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`)
  object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (let page = 0; page < pages; page++) {
    const number = at(page)
    const resources = `<< /Font << /F 3 0 R >> /XObject << /I ${number + 2} 0 R >> >>`
    const place = '/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]'
    object(number, `<< ${place} /Resources ${resources} /Contents ${number + 1} 0 R >>`)
    const draw = scan ? 'q 595 0 0 842 0 0 cm /I Do Q ' : ballast > 0 ? 'q 400 0 0 40 60 600 cm /I Do Q ' : ''
    stream(number + 1, '', Buffer.from(`${draw}BT /F 40 Tf 60 700 Td (Pagina ${page + 1}) Tj ET`))
    const image = `/Type /XObject /Subtype /Image /Width 1000 /Height ${rows} /ColorSpace /DeviceGray /BitsPerComponent 8`
    if (scan) stream(number + 2, '/Type /XObject /Subtype /Image /Width 8 /Height 8 /Filter /JPXDecode', scan)
    else stream(number + 2, image, picture)
  }
  const start = length
  const entries = places.slice(1).map(place => `${String(place).padStart(10, '0')} 00000 n \n`)
  write(`xref\n0 ${places.length}\n0000000000 65535 f \n${entries.join('')}`)
  write(`trailer\n<< /Size ${places.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/** A file with a PDF of one page that has these lines as text. */
export const paper = (name: string, ...lines: string[]) => {
  const text = `BT /F1 12 Tf 60 760 Td 18 TL ${lines.map(one => `(${one}) Tj T*`).join(' ')} ET`
  const parts = [
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n',
    `4 0 obj\n<< /Length ${text.length} >>\nstream\n${text}\nendstream\nendobj\n`,
    '5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\ntrailer\n<< /Root 1 0 R /Size 6 >>\nstartxref\n0\n%%EOF\n',
  ]
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(parts.join(''), 'latin1') }
}
