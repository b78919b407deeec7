import * as Type from 'typebox'
import { endpoint, staffRoot } from '../../endpoint.ts'
import type { Static } from '../../schema/static.ts'
import { Id, line, nullable, pageQuery, Search } from '../../shapes.ts'
import { WikiElement } from '../../wiki.ts'

/** How the values of a property are read. */
export const propertyTypes = ['Text', 'Date', 'Link', 'File'] as const
/** One of {@link propertyTypes}. */
export type PropertyType = (typeof propertyTypes)[number]

/** Most properties of an asset and of a template. */
export const propertiesMost = 60
/** Most templates of a company. */
export const templatesMost = 200

const DataType = Type.Unsafe<PropertyType>({ type: 'string', enum: [...propertyTypes] })
const outsideId = nullable(
  Type.String({
    description:
      'The name under which an import or a program outside keeps it, which overwrites what is changed here; null for what was made here.',
  }),
)
const version = Type.String({ description: 'Names its state, for `If-Match` in quotes.' })

const place = {
  customer: Type.Object({ id: Id, companyName: Type.String() }),
  portal: Type.Object({ id: Id, webPortalKey: Type.String(), name: Type.String(), baseColor: Type.String() }),
}

/** An asset in the list of the staff. */
export const StaffAssetListed = Type.Object(
  {
    id: Id,
    name: Type.String(),
    folderName: Type.String(),
    wikiFolderId: Id,
    ...place,
    properties: Type.Array(Type.Object({ typologyName: Type.String(), value: Type.String(), dataType: DataType }), {
      description: 'The first three, without files.',
    }),
  },
  { title: 'StaffAssetListed' },
)
/** See {@link StaffAssetListed}. */
export type StaffAssetListed = Static<typeof StaffAssetListed>

export const listStaffAssets = endpoint({
  name: 'listStaffAssets',
  summary: 'Lists the assets of all customers that the account works for, by folder and name',
  method: 'GET',
  path: `${staffRoot}/assets`,
  access: 'staff',
  query: Type.Object({
    ...pageQuery,
    q: Type.Optional({
      ...Search,
      description: 'The beginnings of words of folder, name and properties, or a part of the name of the customer.',
    }),
    portal: Type.Optional(Type.String({ maxLength: 40, description: 'The key of a portal.' })),
    contact: Type.Optional(Id),
  }),
  reply: Type.Array(StaffAssetListed),
})

/** An asset with its properties. */
export const StaffAsset = Type.Object(
  {
    ...WikiElement.properties,
    ...place,
    outsideId,
    version,
    openTickets: Type.Integer({ description: 'Open tickets about it, of those that the caller may see.' }),
  },
  { title: 'StaffAsset' },
)
/** See {@link StaffAsset}. */
export type StaffAsset = Static<typeof StaffAsset>

export const readStaffAsset = endpoint({
  name: 'readStaffAsset',
  summary: 'An asset with its properties, as its customer reads them',
  method: 'GET',
  path: `${staffRoot}/assets/:assetid`,
  access: 'staff',
  reply: StaffAsset,
})

const property = Type.Object({
  id: Type.Optional(Type.Integer({ ...Id, description: 'Of a property that the asset has.' })),
  typologyName: { ...line(200), description: 'What the property says, such as `Serial number`.' },
  dataType: DataType,
  value: Type.Optional(
    Type.String({ maxLength: 4000, description: 'A text, a day `YYYY-MM-DD` or a web address; of a file its name.' }),
  ),
  uploadId: Type.Optional(
    Type.Integer({
      ...Id,
      description: 'Of a new file: an upload of the caller, `POST /api/staff/published/uploads`.',
    }),
  ),
})
/** A property that is written. */
export type WrittenProperty = Static<typeof property>

const fields = {
  name: { ...line(200), description: 'The name of the asset.' },
  folderId: Type.Optional(Type.Integer({ ...Id, description: 'A folder of the customer; else `folderName`.' })),
  folderName: Type.Optional({
    ...line(200),
    description: 'The name of a folder, which is made where the customer has none of this name.',
  }),
  properties: Type.Array(property, {
    maxItems: propertiesMost,
    description: 'In their order. Those without a value are left out; those that are not named are removed.',
  }),
}

/** The body of {@link makeStaffAsset}. */
const NewAsset = Type.Object({ contactId: Id, ...fields })
/** The body of {@link makeStaffAsset}. */
export type NewAsset = Static<typeof NewAsset>

export const makeStaffAsset = endpoint({
  name: 'makeStaffAsset',
  summary: 'Makes an asset with its properties',
  method: 'POST',
  path: `${staffRoot}/assets`,
  access: 'staff',
  role: 'office',
  status: 201,
  idempotent: true,
  body: NewAsset,
  reply: StaffAsset,
})

const AssetChange = Type.Partial(Type.Object(fields))
/** The body of {@link changeStaffAsset}. */
export type AssetChange = Static<typeof AssetChange>

export const changeStaffAsset = endpoint({
  name: 'changeStaffAsset',
  summary: 'Changes the fields that are named; properties as a whole list',
  description: 'With `If-Match`, `conflict` if somebody else has changed it since.',
  method: 'PATCH',
  path: `${staffRoot}/assets/:assetid`,
  access: 'staff',
  role: 'office',
  body: AssetChange,
  reply: StaffAsset,
})

export const removeStaffAsset = endpoint({
  name: 'removeStaffAsset',
  summary: 'Removes an asset with its properties; `conflict` while contracts, tickets or reports refer to it',
  method: 'DELETE',
  path: `${staffRoot}/assets/:assetid`,
  access: 'staff',
  role: 'office',
})

export const readAssetFile = endpoint({
  name: 'readAssetFile',
  summary: 'The file of a property; the name is that of the download',
  method: 'GET',
  path: `${staffRoot}/asset-files/:propertyid/:name`,
  access: 'staff',
  raw: '*/*',
  query: Type.Object({
    n: Type.String({ maxLength: 20, description: 'The session that the URL was made for.' }),
    v: Type.Optional(Type.String({ maxLength: 20, description: 'Names the content.' })),
  }),
})

/** A folder of a customer. */
export const StaffFolder = Type.Object(
  {
    id: Id,
    name: Type.String(),
    assets: Type.Integer({ description: 'How many assets are in it.' }),
    outsideId,
    version,
  },
  { title: 'StaffFolder' },
)
/** See {@link StaffFolder}. */
export type StaffFolder = Static<typeof StaffFolder>

export const listAssetFolders = endpoint({
  name: 'listAssetFolders',
  summary: 'The folders of a customer by name',
  method: 'GET',
  path: `${staffRoot}/asset-folders`,
  access: 'staff',
  query: Type.Object({ contact: Id }),
  reply: Type.Array(StaffFolder),
})

export const renameAssetFolder = endpoint({
  name: 'renameAssetFolder',
  summary: 'Renames a folder',
  description: 'With `If-Match`, `conflict` if somebody else has changed it since.',
  method: 'PATCH',
  path: `${staffRoot}/asset-folders/:folderid`,
  access: 'staff',
  role: 'office',
  body: Type.Object({ name: line(200) }),
  reply: StaffFolder,
})

export const removeAssetFolder = endpoint({
  name: 'removeAssetFolder',
  summary: 'Removes a folder; `conflict` unless it is empty',
  method: 'DELETE',
  path: `${staffRoot}/asset-folders/:folderid`,
  access: 'staff',
  role: 'office',
})

const templateProperty = Type.Object({
  typologyName: { ...line(200), description: 'What the property says.' },
  dataType: DataType,
})

/** The properties of a kind of asset, such as printers. Applied when an asset is made; later changes change no asset. */
export const AssetTemplate = Type.Object(
  {
    id: Id,
    name: Type.String({ description: 'The kind of asset.' }),
    properties: Type.Array(templateProperty),
    version,
  },
  { title: 'AssetTemplate' },
)
/** See {@link AssetTemplate}. */
export type AssetTemplate = Static<typeof AssetTemplate>

export const listAssetTemplates = endpoint({
  name: 'listAssetTemplates',
  summary: 'The templates of the company by name',
  method: 'GET',
  path: `${staffRoot}/asset-templates`,
  access: 'staff',
  reply: Type.Array(AssetTemplate),
})

const NewTemplate = Type.Object({
  name: { ...line(120), description: 'The kind of asset; unique in the company, whatever its case.' },
  properties: Type.Array(templateProperty, { minItems: 1, maxItems: propertiesMost }),
})
/** The body of {@link makeAssetTemplate}. */
export type NewTemplate = Static<typeof NewTemplate>

export const makeAssetTemplate = endpoint({
  name: 'makeAssetTemplate',
  summary: 'Makes a template; `conflict` at `body.name` where there is one of this name',
  method: 'POST',
  path: `${staffRoot}/asset-templates`,
  access: 'staff',
  role: 'office',
  allPortals: true,
  status: 201,
  idempotent: true,
  body: NewTemplate,
  reply: AssetTemplate,
})

export const changeAssetTemplate = endpoint({
  name: 'changeAssetTemplate',
  summary: 'Changes a template; assets stay as they are',
  description: 'With `If-Match`, `conflict` if somebody else has changed it since.',
  method: 'PATCH',
  path: `${staffRoot}/asset-templates/:templateid`,
  access: 'staff',
  role: 'office',
  allPortals: true,
  body: Type.Partial(NewTemplate),
  reply: AssetTemplate,
})

export const removeAssetTemplate = endpoint({
  name: 'removeAssetTemplate',
  summary: 'Removes a template; assets stay as they are',
  method: 'DELETE',
  path: `${staffRoot}/asset-templates/:templateid`,
  access: 'staff',
  role: 'office',
  allPortals: true,
})
