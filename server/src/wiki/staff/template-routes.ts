import {
  changeAssetTemplate,
  listAssetTemplates,
  makeAssetTemplate,
  type NewTemplate,
  removeAssetTemplate,
  templatesMost,
} from '@portico/contract/staff/records/assets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, tx } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { requireCurrent } from '../../kernel/http/require-current.ts'
import { type App, route } from '../../kernel/http/route.ts'
import { findRepeatedName } from '../template-rules.ts'
import {
  countTemplates,
  deleteTemplate,
  insertTemplate,
  isTemplateNamed,
  lockTemplate,
  templatesOf,
  updateTemplate,
} from './template-queries.ts'

/** Names as typed, in one piece. A property of one name stands in a template once. */
const readTemplate = ({ name, properties }: NewTemplate): NewTemplate => {
  const trimmed = name.trim() || failAt('fill_required_fields', 'body.name', 'is missing')
  const at = (n: number) => `body.properties.${n}.typologyName`
  const read = properties.map(({ typologyName, dataType }, n) => ({
    typologyName: typologyName.trim() || failAt('fill_required_fields', at(n), 'is missing'),
    dataType,
  }))
  const repeated = findRepeatedName(read.map(({ typologyName }) => typologyName))
  if (repeated !== undefined) failAt('invalid_request', at(repeated), 'stands in the template twice')
  return { name: trimmed, properties: read }
}

const requireFreeName = async (db: Db, scope: StaffScope, name: string, but: number | null) => {
  if (await isTemplateNamed(db, scope, { name, but })) failAt('conflict', 'body.name', 'is that of another template')
}

/** What the staff do with the templates of assets. */
export const assetTemplateRoutes = (app: App): void => {
  route(app, listAssetTemplates, ({ db, scope }) => templatesOf(db, scope))

  route(app, makeAssetTemplate, async ({ db, scope, body }) => {
    const template = readTemplate(body)
    if ((await countTemplates(db, scope)) >= templatesMost)
      fail('conflict', { detail: `A company has at most ${templatesMost} templates.` })
    await requireFreeName(db, scope, template.name, null)
    return insertTemplate(db, scope, template)
  })

  route(app, changeAssetTemplate, ({ db, scope, params, body, request }) =>
    tx(db, async db => {
      const { templateid: id } = params
      // The row of the company is locked, so that no two templates get one name.
      await countTemplates(db, scope)
      const { version, ...known } = (await lockTemplate(db, scope, id)) ?? fail('not_found')
      requireCurrent(request.headers['if-match'], version)
      const template = readTemplate({ ...known, ...body })
      await requireFreeName(db, scope, template.name, id)
      return updateTemplate(db, scope, id, template)
    }),
  )

  route(app, removeAssetTemplate, async ({ db, scope, params }) => {
    if ((await deleteTemplate(db, scope, params.templateid)) === 0) fail('not_found')
  })
}
