import {
  changePublishedFile,
  listPublishedFiles,
  type PublishedChange,
  type PublishedDetail,
  type PublishedKind,
  readPublishedFile,
  replacePublishedFile,
  restorePublishedFile,
  uploadPublishedFile,
  withdrawPublishedFile,
} from '@portico/contract/staff/published'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callPage, callTagged } from '../../api/api.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { pageQuery } from '../../list/page-query.ts'
import type { PublishedSearch } from './published-search.ts'

const listKey = ['staff', 'published']

/** The pages of published files that the address asks for. */
export const publishedFiles = ({ open: _open, ...search }: PublishedSearch) =>
  pageQuery([...listKey, search], ({ limit, cursor, count }, signal) =>
    callPage(listPublishedFiles, { query: { ...search, limit, cursor, count }, signal }),
  )

/** A published file, and the tag that names its state. */
export type OpenFile = PublishedDetail & { etag: string | null }

/** A published file with its openings and its history. */
export const publishedFile = (params: { kind: PublishedKind; recordid: number }) =>
  queryOptions({
    queryKey: ['staff', 'published-file', params.kind, params.recordid],
    queryFn: async ({ signal }): Promise<OpenFile> => {
      const { data, etag } = await callTagged(readPublishedFile, { params, signal })
      return { ...data, etag }
    },
  })

type Named = Pick<OpenFile, 'kind' | 'id' | 'etag'>

const paramsOf = ({ kind, id }: Named) => ({ kind, recordid: id })
const headersOf = ({ etag }: Named): Record<string, string> => (etag ? { 'If-Match': etag } : {})

/** What a write answers is shown at once; after a failure, the newest state. */
const refreshing = (client: QueryClient, file: Named) => {
  const { queryKey } = publishedFile(paramsOf(file))
  return {
    keep: ({ data, etag }: { data: PublishedDetail; etag: string | null }) => {
      client.setQueryData(queryKey, { ...data, etag })
      return data
    },
    onSettled: (_data: unknown, error: Error | null) => {
      if (error) void client.invalidateQueries({ queryKey })
      return client.invalidateQueries({ queryKey: listKey })
    },
  }
}

/** Changes what customers read beside a file. */
export const changePublished = (client: QueryClient, file: Named) => {
  const { keep, onSettled } = refreshing(client, file)
  return mutationOptions({
    mutationFn: async (body: PublishedChange) =>
      keep(await callTagged(changePublishedFile, { params: paramsOf(file), headers: headersOf(file), body })),
    onSettled,
  })
}

/** Sends a file and puts it in the place of the published one. */
export const replacePublished = (client: QueryClient, file: Named) => {
  const { keep, onSettled } = refreshing(client, file)
  return mutationOptions({
    mutationFn: async ({ chosen, reason }: { chosen: File; reason: string | null }) => {
      const { id: uploadId } = await uploadFile(uploadPublishedFile, {}, chosen)
      const body = { uploadId, reason }
      return keep(await callTagged(replacePublishedFile, { params: paramsOf(file), headers: headersOf(file), body }))
    },
    onSettled,
  })
}

/** Takes a file back. */
export const withdrawPublished = (client: QueryClient, file: Named) => {
  const { keep, onSettled } = refreshing(client, file)
  return mutationOptions({
    mutationFn: async (reason: string | null) =>
      keep(
        await callTagged(withdrawPublishedFile, {
          params: paramsOf(file),
          headers: headersOf(file),
          body: { reason },
        }),
      ),
    onSettled,
  })
}

/** Puts a file back. */
export const restorePublished = (client: QueryClient, file: Named) => {
  const { keep, onSettled } = refreshing(client, file)
  return mutationOptions({
    mutationFn: async () =>
      keep(await callTagged(restorePublishedFile, { params: paramsOf(file), headers: headersOf(file) })),
    onSettled,
  })
}
