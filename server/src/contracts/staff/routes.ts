import {
  type ContractKind,
  changeActivityContract,
  changeContractDocument,
  changeContractPackage,
  changeServiceContract,
  contractKinds,
  correctActivity,
  listContractTags,
  listStaffContracts,
  makeActivityContract,
  makeContractDocument,
  makeContractPackage,
  makeContractTag,
  makeServiceContract,
  noteActivity,
  readContractFile,
  readStaffContract,
  removeActivity,
  removeContractDocument,
  removeContractPackage,
  removeStaffContract,
} from '@portico/contract/staff/records/contracts'
import type { FastifyRequest } from 'fastify'
import { noteStaffOpening, sendFile, signedCaching } from '../../files/send-file.ts'
import { answerCount, answerPage, readPage } from '../../kernel/database/pagination.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { type App, route } from '../../kernel/http/route.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { correctWork, noteWork, removeWork } from './activity-changes.ts'
import { answerActivity, answerContract } from './answer.ts'
import {
  addDocument,
  addPackage,
  changeDocument,
  changeHourContract,
  changePackage,
  changeService,
  makeHourContract,
  makeService,
  makeTag,
  removeContract,
  removeDocument,
  removePackage,
} from './contract-changes.ts'
import { contractFileOf, staffTagsOf } from './detail-queries.ts'
import { contractPageId, countStaffContracts, staffContractSort, staffContractsOf } from './list-queries.ts'

const defaultSort = 'endsOn'

/** The kind in an address; what is none is not found. */
const readKind = (kind: string): ContractKind => contractKinds.find(one => one === kind) ?? fail('not_found')

const targetOf = (id: number, { request, now }: { request: FastifyRequest; now: Date }) => ({
  id,
  ifMatch: request.headers['if-match'],
  now,
})

/** The list of contracts, and what the staff read and write of one. */
export const staffContractRoutes = (app: App, { seal }: Pick<WriteDeps, 'seal'>): void => {
  const deps = { ...app.deps, seal }
  const { storage } = app.deps

  route(app, listStaffContracts, async ({ db, scope, query, now, request, reply }) => {
    const filter = { ...query, now }
    const page = readPage(query, staffContractSort, { defaultSort, id: contractPageId })
    const rows = await staffContractsOf(db, scope, filter, page)
    await answerCount(db, query, reply, () => countStaffContracts(scope, filter))
    return answerPage(rows, page, { query, request, reply, defaultSort }).map(({ contractId, ...row }) => ({
      ...row,
      id: contractId,
    }))
  })

  route(app, readStaffContract, ({ db, scope, params, now }) =>
    answerContract(db, scope, { kind: readKind(params.kind), id: params.contractid, now }),
  )

  route(app, makeActivityContract, async ({ db, scope, body, now }) => {
    const id = await makeHourContract({ ...deps, database: db }, scope, body, now)
    return answerContract(db, scope, { kind: 'activity', id, now })
  })

  route(app, changeActivityContract, async ({ db, scope, params, body, request, now }) => {
    const id = params.contractid
    await changeHourContract(deps, scope, targetOf(id, { request, now }), body)
    return answerContract(db, scope, { kind: 'activity', id, now })
  })

  route(app, makeServiceContract, async ({ db, scope, body, now }) => {
    const id = await makeService({ ...deps, database: db }, scope, body, now)
    return answerContract(db, scope, { kind: 'service', id, now })
  })

  route(app, changeServiceContract, async ({ db, scope, params, body, request, now }) => {
    const id = params.contractid
    await changeService(deps, scope, targetOf(id, { request, now }), body)
    return answerContract(db, scope, { kind: 'service', id, now })
  })

  route(app, removeStaffContract, async ({ scope, params, query, request, now }) => {
    const { activities = 0 } = query
    const target = { ...targetOf(params.contractid, { request, now }), activities }
    await removeContract(deps, scope, readKind(params.kind), target)
  })

  route(app, makeContractPackage, async ({ db, scope, params, body, now }) => {
    const id = params.contractid
    await addPackage({ ...deps, database: db }, scope, { id, now }, body)
    return answerContract(db, scope, { kind: 'service', id, now })
  })

  route(app, changeContractPackage, async ({ db, scope, params, body, request, now }) => {
    const id = await changePackage(deps, scope, targetOf(params.packageid, { request, now }), body)
    return answerContract(db, scope, { kind: 'service', id, now })
  })

  route(app, removeContractPackage, async ({ db, scope, params, query, request, now }) => {
    const target = { ...targetOf(params.packageid, { request, now }), activities: query.activities ?? 0 }
    const id = await removePackage(deps, scope, target)
    return answerContract(db, scope, { kind: 'service', id, now })
  })

  route(app, makeContractDocument, async ({ db, scope, params, body, now }) => {
    const id = params.contractid
    await addDocument({ ...deps, database: db }, scope, { id, now }, body)
    return answerContract(db, scope, { kind: 'service', id, now })
  })

  route(app, changeContractDocument, async ({ db, scope, params, body, request, now }) => {
    const id = await changeDocument(deps, scope, targetOf(params.documentid, { request, now }), body)
    return answerContract(db, scope, { kind: 'service', id, now })
  })

  route(app, removeContractDocument, async ({ db, scope, params, request, now }) => {
    const id = await removeDocument(deps, scope, targetOf(params.documentid, { request, now }))
    return answerContract(db, scope, { kind: 'service', id, now })
  })

  route(
    app,
    listContractTags,
    async ({ db, scope, query }) =>
      (await staffTagsOf(db, scope, query.portal)) ??
      failAt('not_found', 'query.portal', 'names a portal that is not there'),
  )

  route(app, makeContractTag, ({ db, scope, body, now }) => makeTag({ ...deps, database: db }, scope, body, now))

  route(app, noteActivity, async ({ db, scope, body, now }) =>
    answerActivity(db, scope, await noteWork(db, scope, body, now)),
  )

  route(app, correctActivity, async ({ db, scope, params, body, request, now }) => {
    await correctWork(deps, scope, targetOf(params.activityid, { request, now }), body)
    return answerActivity(db, scope, params.activityid)
  })

  route(app, removeActivity, ({ scope, params, body, request, now }) =>
    removeWork(deps, scope, targetOf(params.activityid, { request, now }), body.reason),
  )

  route(app, readContractFile, async ({ db, scope, params, query, request, reply }) => {
    const { part, recordid } = params
    if (query.n !== String(scope.staffSessionId)) fail('not_found')
    if (part !== 'documents' && part !== 'activities') return fail('not_found')
    const file = (await contractFileOf(db, scope, part, recordid)) ?? fail('not_found')
    noteStaffOpening(app.deps, request, scope, file)
    return sendFile(storage, file, { range: request.headers.range, caching: signedCaching }, reply)
  })
}
