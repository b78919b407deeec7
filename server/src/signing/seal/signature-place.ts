/**
 * A saved PDF whose signature is still missing: its place is the hexadecimal string from `from` to `to`, angle brackets included.
 * `digest` is the SHA-256 of everything else, which the signature covers.
 */
export type UnsignedPdf = { pdf: Uint8Array; from: number; to: number; digest: Uint8Array }

/** The signature needs more room than was left for it. `needed` in bytes. */
class SignatureTooLarge extends Error {
  override name = 'SignatureTooLarge'
  readonly needed: number
  constructor(needed: number, room: number) {
    super(`A signature of ${needed} bytes is larger than its place of ${room}`)
    this.needed = needed
  }
}

/** Writes a signature (DER) into its place, within the same memory. Throws {@link SignatureTooLarge}. */
export const fillSignature = (
  { pdf, from, to }: Pick<UnsignedPdf, 'pdf' | 'from' | 'to'>,
  signature: Buffer,
): Buffer => {
  const room = (to - from - 2) / 2
  if (signature.length > room) throw new SignatureTooLarge(signature.length, room)
  const filled = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length)
  filled.write(signature.toString('hex'), from + 1, 'latin1')
  return filled
}

/** The place of a signature in a file that this module has written, and where what it covers ends. */
export type SignaturePlace = { from: number; to: number; end: number; contents: Buffer }

/** The places of the newest signature, and of those before it as long as they are ours, newest first. */
export const signaturePlaces = (pdf: Buffer): SignaturePlace[] => {
  const places: SignaturePlace[] = []
  for (let at = pdf.length; at > 0; ) {
    at = pdf.lastIndexOf('/ByteRange', at - 1)
    const [, ...numbers] =
      /^\/ByteRange \[0 (\d{10}) (\d{10}) (\d{10})\]/.exec(pdf.toString('latin1', at, at + 60)) ?? []
    const [from = 0, to = 0, rest = 0] = numbers.map(Number)
    if (at < 0 || numbers.length === 0) break
    const contents = Buffer.from(pdf.toString('latin1', from + 1, to - 1), 'hex')
    places.push({ from, to, end: to + rest, contents })
  }
  return places
}
