import type { WikiItem } from '@portico/contract/shapes'

/** The name of an asset in pickers and lists. */
export const assetName = ({ folderName, name }: Pick<WikiItem, 'folderName' | 'name'>) => `${folderName} – ${name}`
