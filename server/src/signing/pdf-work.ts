import type { FoundSignature } from '@portico/contract/signing'
import { openPdf, PdfRefused } from './seal-pdf.ts'
import { signaturesIn } from './verify-pdf.ts'

/** Why a file cannot be signed, as a part of a sentence that begins with its name. */
export type Refused = { refused: string }

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

export const readSignatures = ({
  pdf,
  ownCertificate,
}: {
  pdf: Buffer
  ownCertificate: Buffer
}): Promise<FoundSignature[]> => signaturesIn(pdf, ownCertificate)
