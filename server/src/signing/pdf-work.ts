import type { FoundSignature } from '@portico/contract/signing'
import { addValidationData, type SignatureProof } from './document-security-store.ts'
import type { Refused } from './pdf-tasks.ts'
import { openPdf, PdfRefused, saveForTimeStamp } from './seal-pdf.ts'
import { type DocumentToSeal, type UnsealedFiles, unsealedFiles } from './sealed-files.ts'
import type { UnsignedPdf } from './signature-place.ts'
import { signaturesIn } from './verify-pdf.ts'

// What the tasks of `pdf-tasks.ts` do in a worker process.

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

export const readSignatures = ({
  pdf,
  ownCertificate,
}: {
  pdf: Buffer
  ownCertificate: Buffer
}): Promise<FoundSignature[]> => signaturesIn(pdf, ownCertificate)

export const addProofs = ({ pdf, proofs }: { pdf: Buffer; proofs: SignatureProof[] }): Promise<Buffer> =>
  addValidationData(pdf, proofs)
