import type { AssetChange, NewAsset, WrittenProperty } from '@portico/contract/staff/records/assets'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import type { Db } from '../../kernel/database/db.ts'
import { newExternalId } from '../../kernel/database/external-id.ts'
import { recordListChange } from '../../kernel/database/record-event.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { requireCurrent } from '../../kernel/http/require-current.ts'
import { customerPlaceOf } from '../../portals/staff/place-queries.ts'
import { tenantScopeOfStaff } from '../../records/definition/tenant-scope.ts'
import { type SpentUpload, uploadSource, uploadSourcePath } from '../../records/files/upload-source.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { type GivenLine, type Writing, writeTogether } from '../../records/write/write-together.ts'
import { spendStaffUploads } from '../../staff/published/upload-queries.ts'
import { assetIdOf, findFolder, hasAssets, type KnownProperty, lockAsset, lockFolder } from './asset-queries.ts'

/** A property stands in the order of its number in the body. */
const pathOf = ({ type, position }: GivenLine, field: string): string => {
  if (type !== 'wikiProperty') return field === 'folder' ? 'folderName' : field
  // A value that is no file has no field `file`.
  return `properties.${String(position)}.${field === 'value or file' ? 'value' : field}`
}

const writing = <Result>(
  deps: WriteDeps,
  scope: StaffScope,
  now: Date,
  work: (db: Db, writing: Writing) => Promise<Result>,
): Promise<Result> => writeTogether(deps, { tenantScope: tenantScopeOfStaff(scope), now, pathOf }, work)

type Place = { serviceCompanyId: number; portalId: number; contactId: number }

/** The folder that the call names, which is written first where the customer has none of this name. */
const folderNamed = async (
  db: Db,
  place: Place,
  customer: string,
  { folderId, folderName }: { folderId?: number | undefined; folderName?: string | undefined },
): Promise<{ folder: string; lines: GivenLine[] }> => {
  if (folderId !== undefined) {
    const found =
      (await findFolder(db, place, { id: folderId })) ??
      failAt('not_found', 'body.folderId', 'names a folder that is not there')
    return { folder: found.externalId, lines: [] }
  }
  const name = folderName?.trim()
  if (!name) return failAt('fill_required_fields', 'body.folderName', 'is missing')
  const found = await findFolder(db, place, { name })
  if (found) return { folder: found.externalId, lines: [] }
  const externalId = await newExternalId(db)
  return { folder: externalId, lines: [{ type: 'wikiFolder', externalId, contact: customer, name }] }
}

const isEmpty = ({ dataType, value, uploadId, id }: WrittenProperty) =>
  dataType === 'File' ? uploadId === undefined && id === undefined : !value?.trim()

/** The lines of the properties that are written, and the ids of those that are not named any more. */
const propertyLines = async (
  db: Db,
  { read }: Writing,
  element: string,
  {
    given,
    known,
    uploads,
  }: { given: readonly WrittenProperty[]; known: readonly KnownProperty[]; uploads: readonly SpentUpload[] },
): Promise<{ lines: GivenLine[]; gone: number[] }> => {
  const lines: GivenLine[] = []
  const kept = new Set<number>()
  for (const [position, property] of given.entries()) {
    const { id, typologyName, dataType, value, uploadId } = property
    const there = known.find(one => one.id === id)
    if (id !== undefined && (!there || kept.has(id)))
      failAt('not_found', `body.properties.${position}.id`, 'names a property that is not there')
    if (isEmpty(property)) continue
    if (id !== undefined) kept.add(id)
    const base = {
      type: 'wikiProperty',
      externalId: there?.externalId ?? (await newExternalId(db)),
      element,
      typologyName,
      position,
    }
    if (dataType !== 'File') lines.push({ ...base, dataType, value: value ?? '' })
    else if (uploadId !== undefined)
      lines.push({
        ...base,
        file: { path: uploadSourcePath(uploadId), name: uploads.find(one => one.id === uploadId)?.name },
      })
    else if (there?.dataType === 'File') lines.push({ ...base, file: (await read(base.type, base.externalId)).file })
    else failAt('invalid_request', `body.properties.${position}.uploadId`, 'is missing')
  }
  return { lines, gone: known.filter(({ id }) => !kept.has(id)).map(({ id }) => id) }
}

const uploadsIn = (properties: readonly WrittenProperty[]) =>
  properties.flatMap(({ dataType, uploadId: id }, n) =>
    dataType === 'File' && id !== undefined ? [{ id, path: `body.properties.${n}.uploadId` }] : [],
  )

/** Makes an asset with its properties by the rules of their records; returns its id. */
export const makeAsset = (
  deps: WriteDeps,
  scope: StaffScope,
  { contactId, name, properties, ...place }: NewAsset,
  now: Date,
): Promise<number> =>
  writing(deps, scope, now, async (db, record) => {
    const customer =
      (await customerPlaceOf(db, scope, contactId)) ??
      failAt('not_found', 'body.contactId', 'names a customer that is not there')
    const { folder, lines } = await folderNamed(db, customer, customer.externalId, place)
    const externalId = await newExternalId(db)
    const uploads = await spendStaffUploads(db, scope, uploadsIn(properties))
    const written = await propertyLines(db, record, externalId, { given: properties, known: [], uploads })
    await record.write(
      [...lines, { type: 'wikiElement', externalId, folder, name }, ...written.lines],
      uploadSource(deps.storage, uploads),
    )
    await recordListChange(db, customer, 'wiki')
    return assetIdOf(db, scope, externalId)
  })

type Target = { id: number; ifMatch: string | undefined; now: Date }

/** Changes the fields of an asset that are named; its properties as a whole. */
export const changeAsset = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, ifMatch, now }: Target,
  { name, properties, ...place }: AssetChange,
): Promise<void> =>
  writing(deps, scope, now, async (db, record) => {
    const locked = (await lockAsset(db, scope, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    const { serviceCompanyId: company, portalId: portal, contactId: contact, externalId } = locked
    const lines: GivenLine[] = []
    const element = await record.read('wikiElement', externalId)
    if (place.folderId !== undefined || place.folderName !== undefined) {
      const customer = (await customerPlaceOf(db, scope, contact)) ?? fail('not_found')
      const named = await folderNamed(db, locked, customer.externalId, place)
      lines.push(...named.lines)
      element.folder = named.folder
    }
    lines.push({ ...element, ...(name !== undefined && { name }) })
    if (properties === undefined) await record.write(lines)
    else {
      const uploads = await spendStaffUploads(db, scope, uploadsIn(properties))
      const known = locked.properties
      const written = await propertyLines(db, record, externalId, { given: properties, known, uploads })
      await record.write([...lines, ...written.lines], uploadSource(deps.storage, uploads))
      await record.remove('wikiProperty', { company, portal, contact }, written.gone)
    }
    await recordListChange(db, locked, 'wiki')
  })

/** Removes an asset with its properties; `conflict` while others refer to it. */
export const removeAsset = (deps: WriteDeps, scope: StaffScope, { id, ifMatch, now }: Target): Promise<void> =>
  writing(deps, scope, now, async (db, { remove }) => {
    const locked = (await lockAsset(db, scope, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    const { serviceCompanyId: company, portalId: portal, contactId: contact } = locked
    await remove('wikiElement', { company, portal, contact }, [id])
    await recordListChange(db, locked, 'wiki')
  })

/** Renames a folder. */
export const renameFolder = (
  deps: WriteDeps,
  scope: StaffScope,
  { id, ifMatch, now }: Target,
  name: string,
): Promise<void> =>
  writing(deps, scope, now, async (db, { read, write }) => {
    const locked = (await lockFolder(db, scope, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    await write([{ ...(await read('wikiFolder', locked.externalId)), name }])
    await recordListChange(db, locked, 'wiki')
  })

/** Removes a folder; `conflict` unless it is empty. */
export const removeFolder = (deps: WriteDeps, scope: StaffScope, { id, ifMatch, now }: Target): Promise<void> =>
  writing(deps, scope, now, async (db, { remove }) => {
    const locked = (await lockFolder(db, scope, id)) ?? fail('not_found')
    requireCurrent(ifMatch, locked.version)
    if (await hasAssets(db, locked)) fail('conflict', { detail: 'The folder is not empty.' })
    const { serviceCompanyId: company, portalId: portal, contactId: contact } = locked
    await remove('wikiFolder', { company, portal, contact }, [id])
  })
