import { createHash } from 'node:crypto'
import type { WorkerPool } from '../../kernel/workers/worker-pool.ts'
import type { WorkerCaller } from '../../kernel/workers/worker-task.ts'
import type { SignatureProof } from './document-security-store.ts'
import { addProofs, prepareTimeStamp } from './pdf-tasks.ts'
import type { SealAuthorities } from './seal-authorities.ts'
import type { SealLevel } from './seal-levels.ts'
import { fillSignature, type SignaturePlace, signaturePlaces } from './signature-place.ts'

/** A sealed file, the level that it has reached, and what hindered the next one. */
export type RaisedFile = { pdf: Buffer; level: SealLevel; problem: string | null }

type Means = { authorities: SealAuthorities; workers: WorkerPool; caller: WorkerCaller }

/** What may be larger in the next time stamp than in the one before it: its serial number, its time. */
const STAMP_MARGIN = 512

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

const newestOf = (pdf: Buffer): SignaturePlace => {
  const [newest] = signaturePlaces(pdf)
  if (!newest) throw new Error('The file has no seal')
  return newest
}

const isDocumentTimeStamp = async ({ contents }: SignaturePlace) => {
  const { readSignature } = await import('../cms/sign-cms.ts')
  return readSignature(contents).encapContentInfo.eContentType === '1.2.840.113549.1.9.16.1.4'
}

/** The level of a file that was sealed and raised here: nothing but validation data is ever added behind its newest signature. */
export const levelOf = async (pdf: Buffer): Promise<SealLevel> => {
  const newest = newestOf(pdf)
  if (newest.end < pdf.length) return 'B-LT'
  const { hasTimeStamp, readSignature } = await import('../cms/sign-cms.ts')
  return (await isDocumentTimeStamp(newest)) || hasTimeStamp(readSignature(newest.contents)) ? 'B-T' : 'B-B'
}

/**
 * Adds a time stamp of the seal's signature. It goes into the seal, in the place that was left for it and is no part of what was sealed;
 * one that is too large for that becomes a document time stamp behind the seal.
 */
const stamped = async (pdf: Buffer, { authorities, workers, caller }: Means): Promise<Buffer> => {
  const { readSignature, signatureValue, withTimeStamp } = await import('../cms/sign-cms.ts')
  const { from, to, contents } = newestOf(pdf)
  const signature = readSignature(contents)
  const token = await authorities.stamp(sha256(signatureValue(signature)))
  const larger = withTimeStamp(signature, token)
  if (larger.length <= contents.length) return fillSignature({ pdf, from, to }, larger)
  const room = token.length + STAMP_MARGIN
  const unsigned = await workers.run(prepareTimeStamp, () => ({ pdf, room }), caller)
  return fillSignature(unsigned, await authorities.stamp(unsigned.digest))
}

/** Adds what proves the seal, and the document time stamp behind it where there is one. */
const proven = async (pdf: Buffer, { authorities, workers, caller }: Means): Promise<Buffer> => {
  const [newest, before] = signaturePlaces(pdf)
  const own = newest && before && (await isDocumentTimeStamp(newest)) ? [newest, before] : [newestOf(pdf)]
  const proofs: SignatureProof[] = []
  for (const { contents } of own) proofs.push(await authorities.proof(contents))
  return workers.run(addProofs, () => ({ pdf, proofs }), caller)
}

/** Raises a sealed file to B-LT, or as far as the authorities allow. The memory of `pdf` may be that of the result. */
export const raiseLevel = async (pdf: Buffer, means: Means): Promise<RaisedFile> => {
  let reached = { pdf, level: await levelOf(pdf) }
  try {
    if (reached.level === 'B-B') reached = { pdf: await stamped(pdf, means), level: 'B-T' }
    if (reached.level === 'B-T') reached = { pdf: await proven(reached.pdf, means), level: 'B-LT' }
    return { ...reached, problem: null }
  } catch (error) {
    return { ...reached, problem: error instanceof Error ? error.message : String(error) }
  }
}
