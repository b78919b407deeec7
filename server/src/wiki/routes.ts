import { listWikiElements } from '@portico/contract/wiki'
import { answerCount, answerPage, readPage, type SortColumn } from '../kernel/page.ts'
import { type App, route } from '../kernel/route.ts'
import { countWikiElements, wikiElementsOf } from './queries.ts'

const columns = { folder: { by: '(e.folder_order || chr(1) || e.name_order)', type: 'text' } } satisfies Record<
  string,
  SortColumn
>
const defaultSort = 'folder'

export const wikiRoutes = (app: App): void => {
  route(app, listWikiElements, async ({ db, scope, query, request, reply }) => {
    const page = readPage(query, columns, { defaultSort, id: 'e.id' })
    const rows = await wikiElementsOf(db, scope, query.filter, page)
    await answerCount(db, query, reply, () => countWikiElements(scope, query.filter))
    return answerPage(rows, page, { query, request, reply, defaultSort })
  })
}
