import type { WikiItem } from '@portico/contract/shapes'

/** An asset as pickers and lists name it (spec 3). */
export const assetName = ({ folderName, name }: Pick<WikiItem, 'folderName' | 'name'>) => `${folderName} – ${name}`
