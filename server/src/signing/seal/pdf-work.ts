import { type Inspection, inspectPdf } from '../verification/inspect.ts'
import type { OwnChain } from '../verification/own-seal.ts'
import { addValidationData, type SignatureProof } from './document-security-store.ts'
import { openPdf, PdfRefused, saveForTimeStamp } from './seal-pdf.ts'
import { type DocumentToSeal, type UnsealedFiles, unsealedFiles } from './sealed-files.ts'
import type { UnsignedPdf } from './signature-place.ts'

/** Why a file cannot be signed, as the rest of a sentence that begins with its name. */
export type Refused = { refused: string }

// The work of `pdf-tasks.ts`, loaded only in a worker process.

const refusedOr = async <T>(work: () => Promise<T>): Promise<T | Refused> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PdfRefused) return { refused: error.message }
    throw error
  }
}

export const checkPdf = ({ pdf }: { pdf: Buffer }): Promise<Refused | undefined> =>
  refusedOr(async () => {
    await openPdf(pdf)
    return undefined
  })

export const prepareSeal = (document: DocumentToSeal): Promise<UnsealedFiles | Refused> =>
  refusedOr(() => unsealedFiles(document))

export const prepareTimeStamp = ({ pdf, room }: { pdf: Buffer; room: number }): Promise<UnsignedPdf> =>
  saveForTimeStamp(pdf, room)

export const addProofs = ({ pdf, proofs }: { pdf: Buffer; proofs: SignatureProof[] }): Promise<Buffer> =>
  addValidationData(pdf, proofs)

export const inspectFile = ({ pdf, own }: { pdf: Buffer; own: OwnChain[] }): Inspection => inspectPdf(pdf, own)
