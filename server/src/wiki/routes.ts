import { listWikiElements, readWikiElement, type WikiElement } from '@portico/contract/wiki'
import type { Scope } from '../kernel/access/scope.ts'
import { answerCount, answerPage, readPage } from '../kernel/database/pagination.ts'
import { fail } from '../kernel/errors/fail.ts'
import { type App, route } from '../kernel/http/route.ts'
import { countWikiElements, elementSort, type WikiElementRow, wikiElementOf, wikiElementsOf } from './queries.ts'

const defaultSort = 'folder'

export const wikiRoutes = (app: App): void => {
  const { signedUrls } = app.deps

  const withLinks = (row: WikiElementRow, scope: Scope, now: Date): WikiElement => ({
    ...row,
    // Build the reply explicitly: rest/spread per row dominated the profile.
    properties: row.properties.map(({ id, typologyName, dataType, value, fileId }) => ({
      id,
      typologyName,
      dataType,
      value,
      url: fileId === null ? null : signedUrls.sign({ id: fileId, name: value }, scope, now),
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
