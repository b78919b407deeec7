import type { PublishItem } from '@portico/contract/staff/publishing'
import type { Translate } from '../../text/use-text.ts'

/** What a row is called: "Invoice 2026/0441", or the name that customers will see. */
export const nameOfRow = ({ kind, number, title, fileName, state }: PublishItem, t: Translate): string => {
  if (kind === null || state === 'refused') return fileName
  if (kind === 'invoice' || kind === 'creditNote' || kind === 'estimate')
    return number ? `${t(`staffPublish.kind.${kind}`)} ${number}` : t(`staffPublish.kind.${kind}`)
  return kind === 'publicFile' ? fileName : (title ?? fileName)
}

/** Whether a row can be published as it stands, and will be. */
export const isReady = ({ state, needs }: PublishItem): boolean => state === 'open' && needs.length === 0
export const isTicked = (item: PublishItem): boolean => isReady(item) && !item.held

/** Whether somebody only has to look at a row and say yes. */
export const isToConfirm = ({ state, needs }: PublishItem): boolean =>
  state === 'open' && needs.length > 0 && needs.every(need => need === 'confirmation' || need === 'mismatch')

/** Whether the file names another customer, and nobody has said that this one is meant. */
export const isMismatch = ({ needs }: PublishItem): boolean => needs.includes('mismatch')

/** Whether nothing contradicts what was guessed of a row, which somebody only has to confirm. */
export const isOnlyGuessed = (item: PublishItem): boolean => isToConfirm(item) && !isMismatch(item)

/** Whether its list shows a total. */
export const isSummed = ({ kind }: PublishItem): boolean =>
  kind === 'invoice' || kind === 'creditNote' || kind === 'estimate'
