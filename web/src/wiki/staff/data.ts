import { uploadPublishedFile } from '@portico/contract/staff/published'
import {
  type AssetChange,
  type AssetTemplate,
  changeAssetTemplate,
  changeStaffAsset,
  listAssetFolders,
  listAssetTemplates,
  listStaffAssets,
  makeAssetTemplate,
  makeStaffAsset,
  type NewAsset,
  type NewTemplate,
  readStaffAsset,
  removeAssetFolder,
  removeAssetTemplate,
  removeStaffAsset,
  renameAssetFolder,
  type StaffAsset,
  type StaffFolder,
  type WrittenProperty,
} from '@portico/contract/staff/records/assets'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, callPage } from '../../api/api.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { pageQuery } from '../../list/page-query.ts'
import { type AssetsSearch, readAssetsSearch } from './assets-search.ts'

const listKey = ['staff', 'assets'] as const
const folderKey = ['staff', 'asset-folders'] as const

/** The pages of the assets that an address asks for. */
export const assets = (search: AssetsSearch) => {
  const query = readAssetsSearch(search)
  return pageQuery([...listKey, query], (page, signal) =>
    callPage(listStaffAssets, { query: { ...query, ...page }, signal }),
  )
}

/** An asset with its properties. */
export const asset = (assetid: number) =>
  queryOptions({
    queryKey: ['staff', 'asset', assetid],
    queryFn: ({ signal }) => call(readStaffAsset, { params: { assetid }, signal }),
  })

/** The folders of a customer. */
export const folders = (contact: number) =>
  queryOptions({
    queryKey: [...folderKey, contact],
    queryFn: ({ signal }) => call(listAssetFolders, { query: { contact }, signal }),
  })

/** The templates of the company. */
export const templates = queryOptions({
  queryKey: ['staff', 'asset-templates'],
  queryFn: ({ signal }) => call(listAssetTemplates, { signal }),
})

const current = (version: string) => ({ 'If-Match': `"${version}"` })

const refresh = (client: QueryClient) => {
  void client.invalidateQueries({ queryKey: listKey })
  void client.invalidateQueries({ queryKey: folderKey })
}

const keep = (client: QueryClient) => (made: StaffAsset) => {
  client.setQueryData(asset(made.id).queryKey, made)
  refresh(client)
}

/** A property as a form has it: a new file is sent first. */
export type SentProperty = WrittenProperty & { file?: File | undefined }

/** Sends the new files of properties. One that was sent already is not sent again. */
const withUploads = async (properties: SentProperty[], sent: Map<File, number>): Promise<WrittenProperty[]> => {
  const written: WrittenProperty[] = []
  for (const { file, ...property } of properties) {
    if (!file) {
      written.push(property)
      continue
    }
    const uploadId = sent.get(file) ?? (await uploadFile(uploadPublishedFile, {}, file)).id
    sent.set(file, uploadId)
    written.push({ ...property, uploadId })
  }
  return written
}

type Sent = { sent: Map<File, number>; properties: SentProperty[] }

/** Makes an asset with its properties; its customer sees it at once. */
export const makeAsset = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ body, sent, properties, key }: { body: Omit<NewAsset, 'properties'>; key: string } & Sent) =>
      call(makeStaffAsset, {
        body: { ...body, properties: await withUploads(properties, sent) },
        idempotencyKey: key,
      }),
    onSuccess: keep(client),
  })

/** Changes an asset, unless somebody else has since the state that its version names. */
export const changeAsset = (client: QueryClient, assetid: number) =>
  mutationOptions({
    mutationFn: async ({
      version,
      body,
      sent,
      properties,
    }: { version: string; body: Omit<AssetChange, 'properties'> } & Sent) =>
      call(changeStaffAsset, {
        params: { assetid },
        headers: current(version),
        body: { ...body, properties: await withUploads(properties, sent) },
      }),
    onSuccess: keep(client),
  })

/** Removes an asset with its properties. */
export const removeAsset = (client: QueryClient, assetid: number) =>
  mutationOptions({
    mutationFn: () => call(removeStaffAsset, { params: { assetid } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: asset(assetid).queryKey })
      refresh(client)
    },
  })

/** Renames a folder. */
export const renameFolder = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ folder, name }: { folder: StaffFolder; name: string }) =>
      call(renameAssetFolder, { params: { folderid: folder.id }, headers: current(folder.version), body: { name } }),
    onSettled: () => refresh(client),
  })

/** Removes an empty folder. */
export const removeFolder = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (folderid: number) => call(removeAssetFolder, { params: { folderid } }),
    onSettled: () => refresh(client),
  })

const refreshTemplates = (client: QueryClient) => () => client.invalidateQueries({ queryKey: templates.queryKey })

/** Makes a template, or changes one. */
export const keepTemplate = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ known, body, key }: { known?: AssetTemplate | undefined; body: NewTemplate; key: string }) =>
      known
        ? call(changeAssetTemplate, { params: { templateid: known.id }, headers: current(known.version), body })
        : call(makeAssetTemplate, { body, idempotencyKey: key }),
    onSuccess: refreshTemplates(client),
  })

/** Removes a template. */
export const removeTemplate = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (templateid: number) => call(removeAssetTemplate, { params: { templateid } }),
    onSuccess: refreshTemplates(client),
  })
