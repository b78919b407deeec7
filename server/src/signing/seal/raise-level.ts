import { createHash } from 'node:crypto'
import type { WorkerPool } from '../../kernel/workers/worker-pool.ts'
import type { WorkerCaller } from '../../kernel/workers/worker-task.ts'
import type { SignatureProof } from './document-security-store.ts'
import { addProofs, prepareTimeStamp } from './pdf-tasks.ts'
import type { SealAuthorities } from './seal-authorities.ts'
import type { SealLevel } from './seal-levels.ts'
import { fillSignature, type SignaturePlace, signaturePlaces } from './signature-place.ts'

/** A sealed file, its level, and why it did not reach the next level. */
export type RaisedFile = { pdf: Buffer; level: SealLevel; problem: string | null }

type Means = { authorities: SealAuthorities; workers: WorkerPool; caller: WorkerCaller }

/** How much larger the next time stamp may be than the previous one, in bytes: its serial number and time vary. */
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

/** The level of a file that this installation sealed. Only validation data is ever added after its latest signature. */
export const levelOf = async (pdf: Buffer): Promise<SealLevel> => {
  const newest = newestOf(pdf)
  if (newest.end < pdf.length) return 'B-LT'
  const { hasTimeStamp, readSignature } = await import('../cms/sign-cms.ts')
  return (await isDocumentTimeStamp(newest)) || hasTimeStamp(readSignature(newest.contents)) ? 'B-T' : 'B-B'
}

/**
 * Adds a time stamp of the seal's signature, in the space reserved within the seal, which the seal does not cover. A time stamp that is too
 * large for it becomes a document time stamp after the seal.
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

/** Adds the validation data of the seal, and of the document time stamp if there is one. */
const proven = async (pdf: Buffer, { authorities, workers, caller }: Means): Promise<Buffer> => {
  const [newest, before] = signaturePlaces(pdf)
  const own = newest && before && (await isDocumentTimeStamp(newest)) ? [newest, before] : [newestOf(pdf)]
  const proofs: SignatureProof[] = []
  for (const { contents } of own) proofs.push(await authorities.proof(contents))
  return workers.run(addProofs, () => ({ pdf, proofs }), caller)
}

/** Raises a sealed file to B-LT, or as far as the authorities answer. The result may share memory with `pdf`. */
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
