import { listWikiElements, readWikiElement, type WikiElement } from '@portico/contract/wiki'
import { fail } from '../kernel/fail.ts'
import { answerCount, answerPage, readPage } from '../kernel/page.ts'
import { type App, route } from '../kernel/route.ts'
import type { Scope } from '../kernel/scope.ts'
import { countWikiElements, elementSort, type WikiElementRow, wikiElementOf, wikiElementsOf } from './queries.ts'

const defaultSort = 'folder'

export const wikiRoutes = (app: App): void => {
  const { addresses } = app.deps

  const withLinks = (row: WikiElementRow, scope: Scope, now: Date): WikiElement => ({
    ...row,
    properties: row.properties.map(({ fileId, ...property }) => ({
      ...property,
      url: fileId === null ? null : addresses.sign({ id: fileId, name: property.value }, scope.membershipId, now),
    })),
  })

  route(app, listWikiElements, async ({ db, scope, query, now, request, reply }) => {
    const page = readPage(query, elementSort, { defaultSort, id: 'e.id' })
    const rows = await wikiElementsOf(db, scope, query, page)
    await answerCount(db, query, reply, () => countWikiElements(scope, query))
    const shown = answerPage<WikiElementRow>(rows, page, { query, request, reply, defaultSort })
    return shown.map(row => withLinks(row, scope, now))
  })

  route(app, readWikiElement, async ({ db, scope, params, now }) => {
    const row = (await wikiElementOf(db, scope, params.wikielementid)) ?? fail('not_found')
    return withLinks(row, scope, now)
  })
}
