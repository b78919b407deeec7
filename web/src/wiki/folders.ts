import type { WikiElement } from '@portico/contract/wiki'

/** A folder with its assets; `whole` once all of them are loaded. */
export type Folder = { id: number; name: string; assets: WikiElement[]; whole: boolean }

/** Groups consecutive assets by folder; if more pages follow, the last folder may be incomplete. */
export const groupByFolder = (assets: readonly WikiElement[], more: boolean): Folder[] => {
  const folders: Folder[] = []
  for (const asset of assets) {
    const last = folders.at(-1)
    if (last?.id === asset.wikiFolderId) last.assets.push(asset)
    else folders.push({ id: asset.wikiFolderId, name: asset.folderName, assets: [asset], whole: true })
  }
  const last = folders.at(-1)
  if (last && more) last.whole = false
  return folders
}
