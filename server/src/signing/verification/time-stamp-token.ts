import type { SignedData } from 'pkijs'
import { readToken } from '../cms/time-stamp.ts'
import { type CheckedSigner, checkSigner, digestNamed, digestOf, OID, type SignedContent } from '../cms/verify-cms.ts'

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/** A time stamp (RFC 3161) that was checked against the stamped content. */
export type CheckedTimeStamp = CheckedSigner & { time: Date }

/** Checks a time-stamp token; `contentHolds`: it stamps this content. Undefined if it cannot be checked. */
export const checkTimeStamp = (token: SignedData, content: SignedContent): CheckedTimeStamp | undefined => {
  const [signer, ...others] = token.signerInfos
  const { eContentType, eContent } = token.encapContentInfo
  if (!signer || others.length > 0 || eContentType !== OID.timeStampInfo || !eContent) return undefined
  const info = Buffer.from(eContent.getValue())
  const checked = checkSigner(token, signer, { digest: name => digestOf(name, info), whole: () => info })
  if (!checked?.contentHolds || !checked.certificate.keyUsage?.includes(TIME_STAMPING)) return undefined
  const { algorithm, digest, time } = readToken(token)
  const name = digestNamed(algorithm)
  return name ? { ...checked, contentHolds: content.digest(name).equals(digest), time } : undefined
}
