import type { Tag } from '@portico/contract/contracts'
import type {
  ActivityContractChange,
  ContractKind,
  NewActivityContract,
  NewServiceContract,
  ServiceContractChange,
} from '@portico/contract/staff/records/contracts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, lock } from '../../kernel/database/db.ts'
import { newExternalId } from '../../kernel/database/external-id.ts'
import { recordListChange } from '../../kernel/database/record-event.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { requireCurrent } from '../../kernel/http/require-current.ts'
import { customerPlaceOf } from '../../portals/staff/place-queries.ts'
import { tenantScopeOfStaff } from '../../records/definition/tenant-scope.ts'
import { uploadSource, uploadSourcePath } from '../../records/files/upload-source.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { type GivenLine, type Writing, writeTogether } from '../../records/write/write-together.ts'
import { spendStaffUploads } from '../../staff/published/upload-queries.ts'
import {
  contractIdOf,
  countActivities,
  externalIdsOf,
  findTag,
  type LockedRecord,
  lockContract,
  lockDocument,
  lockPackage,
  portalNameOf,
} from './lock-queries.ts'

const types = { activity: 'activityContract', service: 'serviceContract' } as const

const names: Record<string, string> = {
  'hoursAmount or unitAmount': 'hoursAmount',
  tags: 'tagIds',
  wikiElements: 'assetIds',
  'file.path': 'uploadId',
  file: 'uploadId',
}

const writing = <Result>(
  deps: WriteDeps,
  scope: StaffScope,
  now: Date,
  work: (db: Db, writing: Writing) => Promise<Result>,
): Promise<Result> =>
  writeTogether(
    deps,
    { tenantScope: tenantScopeOfStaff(scope), now, pathOf: (_line, field) => names[field] ?? field },
    work,
  )

const requireCustomer = async (db: Db, scope: StaffScope, contactId: number) =>
  (await customerPlaceOf(db, scope, contactId)) ??
  failAt('not_found', 'body.contactId', 'names a customer that is not there')

type Place = Pick<LockedRecord, 'serviceCompanyId' | 'portalId' | 'contactId'>

/** The fields of the record that name tags and assets. */
const linksOf = async (
  db: Db,
  place: Place,
  { tagIds, assetIds }: Pick<ServiceContractChange, 'tagIds' | 'assetIds'>,
) => {
  const named = async (table: 'tag' | 'wiki_element', field: string, ids: number[]) =>
    (await externalIdsOf(db, place, table, ids)) ??
    failAt('not_found', `body.${field}`, 'names something that is not there')
  return {
    ...(tagIds && { tags: await named('tag', 'tagIds', tagIds) }),
    ...(assetIds && { wikiElements: await named('wiki_element', 'assetIds', assetIds) }),
  }
}

/** Makes a contract of hours or units; returns its id. */
export const makeHourContract = (
  deps: WriteDeps,
  scope: StaffScope,
  { contactId, ...fields }: NewActivityContract,
  now: Date,
): Promise<number> =>
  writing(deps, scope, now, async (db, { write }) => {
    const customer = await requireCustomer(db, scope, contactId)
    const externalId = await newExternalId(db)
    await write([{ ...fields, type: types.activity, externalId, contact: customer.externalId }])
    return contractIdOf(db, scope, 'activity', externalId)
  })

/** Makes a service contract; returns its id. */
export const makeService = (
  deps: WriteDeps,
  scope: StaffScope,
  { contactId, tagIds, assetIds, status = 1, ...fields }: NewServiceContract,
  now: Date,
): Promise<number> =>
  writing(deps, scope, now, async (db, { write }) => {
    const customer = await requireCustomer(db, scope, contactId)
    const links = await linksOf(db, customer, { ...(tagIds && { tagIds }), ...(assetIds && { assetIds }) })
    const externalId = await newExternalId(db)
    await write([{ ...fields, ...links, status, type: types.service, externalId, contact: customer.externalId }])
    return contractIdOf(db, scope, 'service', externalId)
  })

type Target = { id: number; ifMatch: string | undefined; now: Date }

/** Hours and units are not the same: what was used cannot be counted in the other. */
const requireSameUnit = async (
  db: Db,
  holder: LockedRecord,
  what: 'activity' | 'package',
  { before, after }: { before: GivenLine; after: GivenLine },
) => {
  const isInHours = ({ hoursAmount }: GivenLine) => hoursAmount !== undefined && hoursAmount !== null
  if (isInHours(before) === isInHours(after) || (await countActivities(db, holder, what)) === 0) return
  failAt('conflict', `body.${isInHours(before) ? 'unitAmount' : 'hoursAmount'}`, 'is refused: there are activities')
}

/** Changes the fields of a contract of hours or units that are named. */
export const changeHourContract = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, ifMatch, now }: Target,
  change: ActivityContractChange,
): Promise<void> =>
  writing(deps, scope, now, async (db, { read, write }) => {
    const locked = (await lockContract(db, scope, 'activity', id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    const before = await read(types.activity, locked.externalId)
    const after = { ...before, ...change }
    await requireSameUnit(db, locked, 'activity', { before, after })
    await write([after])
    await recordListChange(db, locked, 'contract')
  })

/** Changes the fields of a service contract that are named. */
export const changeService = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, ifMatch, now }: Target,
  { tagIds, assetIds, ...change }: ServiceContractChange,
): Promise<void> =>
  writing(deps, scope, now, async (db, { read, write }) => {
    const locked = (await lockContract(db, scope, 'service', id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    const links = await linksOf(db, locked, { ...(tagIds && { tagIds }), ...(assetIds && { assetIds }) })
    await write([{ ...(await read(types.service, locked.externalId)), ...change, ...links }])
    await recordListChange(db, locked, 'contract')
  })

const requireConfirmed = async (
  db: Db,
  locked: LockedRecord,
  what: 'activity' | 'service' | 'package',
  confirmed: number,
) => {
  const count = await countActivities(db, locked, what)
  if (count > confirmed) fail('conflict', { detail: `${count} activities go along: confirm them.` })
}

const removeFrom = async (db: Db, { remove }: Writing, type: string, locked: LockedRecord) => {
  const { serviceCompanyId: company, portalId: portal, contactId: contact, id } = locked
  await remove(type, { company, portal, contact }, [id])
  await recordListChange(db, locked, 'contract')
}

/** Removes a contract with all that belongs to it. */
export const removeContract = (
  deps: WriteDeps,
  scope: StaffScope,
  kind: ContractKind,
  { id, ifMatch, now, activities }: Target & { activities: number },
): Promise<void> =>
  writing(deps, scope, now, async (db, record) => {
    const locked = (await lockContract(db, scope, kind, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    await requireConfirmed(db, locked, kind, activities)
    await removeFrom(db, record, types[kind], locked)
  })

type PackageFields = Pick<NewActivityContract, 'name' | 'hoursAmount' | 'unitAmount' | 'openingUsed'>

/** Adds a package to a service contract. */
export const addPackage = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, now }: Pick<Target, 'id' | 'now'>,
  fields: PackageFields,
): Promise<void> =>
  writing(deps, scope, now, async (db, { write }) => {
    const contract = (await lockContract(db, scope, 'service', id)) ?? fail('not_found')
    await write([
      { ...fields, type: 'contractPackage', externalId: await newExternalId(db), contract: contract.externalId },
    ])
    await recordListChange(db, contract, 'contract')
  })

/** Changes the fields of a package that are named; returns its contract. */
export const changePackage = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, ifMatch, now }: Target,
  change: Partial<PackageFields>,
): Promise<number> =>
  writing(deps, scope, now, async (db, { read, write }) => {
    const locked = (await lockPackage(db, scope, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    const before = await read('contractPackage', locked.externalId)
    const after = { ...before, ...change }
    await requireSameUnit(db, locked, 'package', { before, after })
    await write([after])
    await recordListChange(db, locked, 'contract')
    return locked.contractId
  })

/** Removes a package with its activities; returns its contract. */
export const removePackage = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, ifMatch, now, activities }: Target & { activities: number },
): Promise<number> =>
  writing(deps, scope, now, async (db, record) => {
    const locked = (await lockPackage(db, scope, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    await requireConfirmed(db, locked, 'package', activities)
    await removeFrom(db, record, 'contractPackage', locked)
    return locked.contractId
  })

/** Adds a document to a service contract; without a name it has that of its file. */
export const addDocument = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, now }: Pick<Target, 'id' | 'now'>,
  { uploadId, documentName }: { uploadId: number; documentName?: string },
): Promise<void> =>
  writing(deps, scope, now, async (db, { write }) => {
    const contract = (await lockContract(db, scope, 'service', id)) ?? fail('not_found')
    const uploads = await spendStaffUploads(db, scope, [{ id: uploadId, path: 'body.uploadId' }])
    const line = {
      type: 'contractDocument',
      externalId: await newExternalId(db),
      contract: contract.externalId,
      documentName: documentName?.trim() || (uploads[0]?.name ?? ''),
      file: { path: uploadSourcePath(uploadId) },
    }
    await write([line], uploadSource(deps.storage, uploads))
    await recordListChange(db, contract, 'contract')
  })

/** Renames a document, or puts another file in its place; returns its contract. */
export const changeDocument = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, ifMatch, now }: Target,
  { uploadId, documentName }: { uploadId?: number; documentName?: string },
): Promise<number> =>
  writing(deps, scope, now, async (db, { read, write }) => {
    const locked = (await lockDocument(db, scope, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    const line = await read('contractDocument', locked.externalId)
    const named = uploadId === undefined ? [] : [{ id: uploadId, path: 'body.uploadId' }]
    const files = uploadSource(deps.storage, await spendStaffUploads(db, scope, named))
    const change = {
      ...(documentName !== undefined && { documentName }),
      ...(uploadId !== undefined && { file: { path: uploadSourcePath(uploadId) } }),
    }
    await write([{ ...line, ...change }], files)
    await recordListChange(db, locked, 'contract')
    return locked.contractId
  })

/** Removes a document with its file; returns its contract. */
export const removeDocument = (deps: WriteDeps, scope: StaffScope, { id, ifMatch, now }: Target): Promise<number> =>
  writing(deps, scope, now, async (db, record) => {
    const locked = (await lockDocument(db, scope, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    await removeFrom(db, record, 'contractDocument', locked)
    return locked.contractId
  })

/** Makes a tag in a portal. */
export const makeTag = (
  deps: WriteDeps,
  scope: StaffScope,
  { portalId, name, tagGroupName }: { portalId: number; name: string; tagGroupName?: string | null },
  now: Date,
): Promise<Tag> =>
  writing(deps, scope, now, async (db, { write }) => {
    const portal =
      (await portalNameOf(db, scope, portalId)) ??
      failAt('not_found', 'body.portalId', 'names a portal that is not there')
    const tag = { portalId, name: name.trim(), tagGroupName: tagGroupName?.trim() || null }
    await lock(db, `tags ${scope.serviceCompanyId} ${portalId}`)
    if (await findTag(db, scope, tag)) failAt('conflict', 'body.name', 'is that of another tag')
    await write([{ type: 'tag', externalId: await newExternalId(db), portal, name, tagGroupName: tag.tagGroupName }])
    return (await findTag(db, scope, tag)) ?? fail('not_found')
  })
