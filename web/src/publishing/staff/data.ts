import {
  changePublishItem,
  type PublishItem,
  type PublishItemChange,
  publishBatchMax,
  publishItems,
  readPublishList,
  readPublishOpenings,
  readPublishPreview,
  removePublishItems,
  undoPublishing,
  uploadPublishFile,
} from '@portico/contract/staff/publishing'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, type ReplyOf } from '../../api/api.ts'
import { type UploadInput, uploadFile } from '../../api/upload-file.ts'

/** The rows that wait, and what can still be taken back. */
export const publishList = queryOptions({
  queryKey: ['staff', 'publish', 'list'],
  queryFn: ({ signal }) => call(readPublishList, { signal }),
})

/** What the customer will see of a row. `row` is the row as it stands, so that a corrected one is read anew. */
export const publishPreview = (item: PublishItem) =>
  queryOptions({
    queryKey: ['staff', 'publish', 'preview', item.id, item.kind, item.customer?.id, item.portal?.id, item.signers],
    queryFn: ({ signal }) => call(readPublishPreview, { params: { itemid: item.id }, signal }),
  })

/** Who has opened what was published together. */
export const publishOpenings = (batchid: number) =>
  queryOptions({
    queryKey: ['staff', 'publish', 'openings', batchid],
    queryFn: ({ signal }) => call(readPublishOpenings, { params: { batchid }, signal }),
    // Who takes something back wants to know as it is now.
    staleTime: 0,
    gcTime: 0,
  })

type List = ReplyOf<typeof readPublishList>

const changeList = (client: QueryClient, change: (items: PublishItem[]) => PublishItem[]) =>
  client.setQueryData<List>(publishList.queryKey, list => list && { ...list, items: change(list.items) })

const refreshList = (client: QueryClient) => client.invalidateQueries({ queryKey: publishList.queryKey })

/** Sends a file; its rows stand in the list when it has been read. */
export const sendFile = async (client: QueryClient, file: File, input: UploadInput): Promise<void> => {
  const rows = await uploadFile(uploadPublishFile, {}, file, input)
  await client.cancelQueries({ queryKey: publishList.queryKey })
  const known = client.getQueryData(publishList.queryKey)
  if (!known) return refreshList(client)
  changeList(client, items => [...items.filter(({ id }) => !rows.some(row => row.id === id)), ...rows])
}

/** What is sent to correct a row. `version`: refused if the row says something else by now. */
type Correction = { id: number; change: PublishItemChange; version?: string }

/** Corrects a row. */
export const changeItem = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change, version }: Correction) =>
      call(changePublishItem, {
        params: { itemid: id },
        body: change,
        headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
      }),
    onSettled: row =>
      row ? changeList(client, items => items.map(item => (item.id === row.id ? row : item))) : refreshList(client),
  })

/** Takes rows off the list. */
export const removeItems = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (itemIds: number[]) => call(removePublishItems, { body: { itemIds } }),
    onSuccess: (_, itemIds) => changeList(client, items => items.filter(({ id }) => !itemIds.includes(id))),
    onError: () => refreshList(client),
  })

/** What became of rows that were to be published. */
type PublishOutcome = ReplyOf<typeof publishItems>['outcomes'][number]

/** Publishes rows, many of them in several calls. */
export const publishRows = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ itemIds, notify }: { itemIds: number[]; notify: boolean }) => {
      const outcomes: PublishOutcome[] = []
      for (let from = 0; from < itemIds.length; from += publishBatchMax) {
        const part = itemIds.slice(from, from + publishBatchMax)
        outcomes.push(...(await call(publishItems, { body: { itemIds: part, notify } })).outcomes)
      }
      return outcomes
    },
    onSettled: () => refreshList(client),
  })

/** Takes back what was published together. */
export const undoBatch = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (batchid: number) => call(undoPublishing, { params: { batchid } }),
    onSettled: () => refreshList(client),
  })
