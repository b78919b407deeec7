import type { PublicFile } from '@portico/contract/public-files'
import type { Page } from '../api/api.ts'
import { folded } from '../ui/select/folded.ts'
import type { PublicFileSearch } from './public-file-search.ts'

/** Files with a text in their name, regardless of case and accents, sorted; `files` is sorted by name. */
export const narrowed = (page: Page<PublicFile[]>, { q, sort }: PublicFileSearch): Page<PublicFile[]> => {
  const found = q === undefined ? page.rows : page.rows.filter(({ fileName }) => folded(fileName).includes(folded(q)))
  return { ...page, rows: sort === '-fileName' ? found.toReversed() : found, total: found.length }
}
