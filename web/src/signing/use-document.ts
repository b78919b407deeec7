import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { documentToSign } from './data.ts'

/** The document in the URL; the layout has loaded it. */
export const useDocument = () => {
  const { company, documentkey } = useParams({ from: '/$company/documents/$documentkey' })
  const { data: document } = useSuspenseQuery(documentToSign(documentkey))
  return { company, documentkey, document }
}
