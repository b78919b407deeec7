import { createPrivateKey, X509Certificate } from 'node:crypto'
import {
  type AuthenticatedSafe,
  CertBag,
  Certificate,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  type SafeContents,
} from 'pkijs'

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text)).buffer

const contentsOf = async (p12: Buffer, password: string): Promise<SafeContents[]> => {
  const pfx = PFX.fromBER(Uint8Array.from(p12).buffer)
  await pfx.parseInternalValues({ password: bytesOf(password), checkIntegrity: true })
  const safe = pfx.parsedValue?.authenticatedSafe as AuthenticatedSafe
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password: bytesOf(password) })) })
  return (safe.parsedValue.safeContents as { value: SafeContents }[]).map(({ value }) => value)
}

/**
 * The private key (PKCS #8, DER) of a PKCS #12 file and its certificates, that of the key first. Throws an Error whose message continues
 * a sentence that begins with the setting's name.
 */
export const readPkcs12 = async (
  p12: Buffer,
  password: string,
): Promise<{ privateKey: Buffer; certificates: Buffer[] }> => {
  let contents: SafeContents[]
  try {
    contents = await contentsOf(p12, password)
  } catch (cause) {
    throw new Error(
      'cannot be opened with SIGNING_P12_PASSWORD, or is not PKCS #12 with AES encryption (as openssl 3 and newer make it).',
      { cause },
    )
  }
  const certificates: Buffer[] = []
  let keyInfo: PrivateKeyInfo | undefined
  for (const { bagValue } of contents.flatMap(({ safeBags }) => safeBags)) {
    if (bagValue instanceof PrivateKeyInfo) keyInfo = bagValue
    if (bagValue instanceof PKCS8ShroudedKeyBag) {
      await (bagValue as unknown as { parseInternalValues(given: object): Promise<void> }).parseInternalValues({
        password: bytesOf(password),
      })
      keyInfo = bagValue.parsedValue
    }
    if (bagValue instanceof CertBag && bagValue.parsedValue instanceof Certificate)
      certificates.push(Buffer.from(bagValue.parsedValue.toSchema(true).toBER()))
  }
  if (!keyInfo) throw new Error('holds no private key.')
  const privateKey = Buffer.from(keyInfo.toSchema().toBER())
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
  const own = certificates.find(der => new X509Certificate(der).checkPrivateKey(key))
  if (!own) throw new Error('holds no certificate of its private key.')
  return { privateKey, certificates: [own, ...certificates.filter(der => der !== own)] }
}
