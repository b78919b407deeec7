/**
 * A saved PDF without its signature, whose placeholder is the hexadecimal string from `from` to `to`, including the angle brackets. `digest`
 * is the SHA-256 of everything else, which the signature covers.
 */
export type UnsignedPdf = { pdf: Uint8Array; from: number; to: number; digest: Uint8Array }

/** The signature is larger than its placeholder. `needed` in bytes. */
class SignatureTooLarge extends Error {
  override name = 'SignatureTooLarge'
  readonly needed: number
  constructor(needed: number, room: number) {
    super(`A signature of ${needed} bytes is larger than its place of ${room}`)
    this.needed = needed
  }
}

/** Writes a signature (DER) into its placeholder, in place. Throws {@link SignatureTooLarge}. */
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

/** The position of a signature in a file that this installation has written, and the end of what it covers. */
export type SignaturePlace = { from: number; to: number; end: number; contents: Buffer }

/** The positions of signatures from the end of the file backwards, up to the first that is not written as ours. */
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
