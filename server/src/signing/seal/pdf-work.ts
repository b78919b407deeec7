import type { PdfRefusal } from '@portico/contract/signing'
import { textOfLastPages } from '../reading/page-texts.ts'
import { PdfRefused } from '../reading/pdf-refused.ts'
import { type FileToSign, readToSign } from '../reading/read-to-sign.ts'
import { type Inspection, inspectPdf } from '../verification/inspect.ts'
import type { OwnChain } from '../verification/own-seal.ts'
import { addValidationData, type SignatureProof } from './document-security-store.ts'
import { saveForTimeStamp } from './seal-pdf.ts'
import { type DocumentToSeal, type UnsealedFiles, unsealedFiles } from './sealed-files.ts'
import type { UnsignedPdf } from './signature-place.ts'

/** Why a file cannot be signed. */
export type Refused = { refused: PdfRefusal }

// The work of `pdf-tasks.ts`, loaded only in a worker process.

const refusedOr = async <T>(work: () => Promise<T>): Promise<T | Refused> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PdfRefused) return { refused: error.why }
    throw error
  }
}

export const readPdfToSign = ({ pdf }: { pdf: Buffer }): Promise<FileToSign | Refused> =>
  refusedOr(() => readToSign(pdf))

export const prepareSeal = (document: DocumentToSeal): Promise<UnsealedFiles | Refused> =>
  refusedOr(() => unsealedFiles(document))

export const prepareTimeStamp = ({ pdf, room }: { pdf: Buffer; room: number }): Promise<UnsignedPdf> =>
  saveForTimeStamp(pdf, room)

export const addProofs = ({ pdf, proofs }: { pdf: Buffer; proofs: SignatureProof[] }): Promise<Buffer> =>
  addValidationData(pdf, proofs)

export const readLastPages = ({ pdf }: { pdf: Buffer }): Promise<string> => textOfLastPages(pdf)

export const inspectFile = ({ pdf, own }: { pdf: Buffer; own: OwnChain[] }): Inspection => inspectPdf(pdf, own)
