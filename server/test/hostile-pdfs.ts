import { constants, deflateRawSync } from 'node:zlib'

/** Blanks, packed by Deflate (RFC 1950, without the checksum at its end, which no reader of PDF looks at). */
const deflatedBlanks = (megabytes: number): Buffer => {
  // Flushed whole, a megabyte refers to none before it and can be repeated.
  const one = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([Buffer.from('789c', 'hex'), ...Array<Buffer>(megabytes).fill(one), Buffer.from('0300', 'hex')])
}

/** A PDF of one page with object streams of blanks: a megabyte inflates to a gigabyte. */
export const aBomb = ({ megabytes, streams = 1 }: { megabytes: number; streams?: number }): Buffer => {
  const blanks = deflatedBlanks(megabytes)
  const packed = Array.from({ length: streams }, (_, n) =>
    Buffer.concat([
      Buffer.from(
        `${10 + n} 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${blanks.length} >>\nstream\n`,
      ),
      blanks,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
  )
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n' +
        '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\n',
    ),
    ...packed,
    Buffer.from('trailer\n<< /Root 1 0 R /Size 20 >>\nstartxref\n0\n%%EOF\n'),
  ])
}

/** A PDF whose cross-reference stream of no bytes claims a thousand million entries. */
export const endlessReferences = (): Buffer =>
  Buffer.from(
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 0 /Kids [] >>\nendobj\n' +
      '9 0 obj\n<< /Type /XRef /Size 1000000000 /W [0 0 0] /Root 1 0 R /Length 0 >>\nstream\n\nendstream\nendobj\n' +
      'startxref\n0\n%%EOF\n',
  )

const derLength = (length: number) => {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(6, '0'), 'hex')
  return Buffer.from([0x83, ...bytes])
}

const der = (tag: number, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), derLength(content.length), content])
}

/** Signed data (CMS) full of the smallest objects that there are. */
export const cmsOfSmallObjects = (bytes: number): Buffer => {
  const small = Buffer.alloc(bytes - (bytes % 3), Buffer.from([0x06, 0x01, 0x2a]))
  const signedData = Buffer.from('06092a864886f70d010702', 'hex')
  return der(0x30, signedData, der(0xa0, der(0x30, small)))
}

/** A PDF whose 20 ranges name the same signature, which is a CMS full of the smallest objects that there are. */
export const manySmallObjects = (bytes = 199_000): Buffer => {
  const cms = cmsOfSmallObjects(bytes).toString('hex')
  const padded = (value: number) => String(value).padStart(10, '0')
  const ranges = (from: number, to: number, length: number) =>
    Array.from(
      { length: 20 },
      (_, n) =>
        `${n + 1} 0 obj\n<< /Type /Sig /ByteRange [0 ${padded(from)} ${padded(to)} ${padded(length)}] >>\nendobj\n`,
    ).join('')
  const start = `%PDF-1.7\n${ranges(0, 0, 0)}30 0 obj\n<< /Contents `
  const end = ' >>\nendobj\n%%EOF\n'
  const to = start.length + cms.length + 2
  return Buffer.from(`%PDF-1.7\n${ranges(start.length, to, end.length)}30 0 obj\n<< /Contents <${cms}>${end}`, 'latin1')
}
