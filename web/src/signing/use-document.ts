import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { failureOf } from '../api/failures.ts'
import { documentToSign } from './data.ts'

/** The document in the URL; the layout has loaded it. */
export const useDocument = () => {
  const { company, documentkey } = useParams({ from: '/$company/documents/$documentkey' })
  const { data: document } = useSuspenseQuery(documentToSign(documentkey))
  return { company, documentkey, document }
}

/**
 * A function for the failure of a call: reads the document again if it has been signed or closed meanwhile, in another tab or
 * by a call whose answer was lost. The screen then says so.
 */
export const useReadAgain = (documentkey: string) => {
  const queryClient = useQueryClient()
  return async (error: unknown) => {
    const { code } = failureOf(error)
    if (code === 'already_signed' || code === 'invalid_code')
      await queryClient.resetQueries(documentToSign(documentkey))
  }
}
