import { uploadPublishedFile } from '@portico/contract/staff/published'
import {
  changeSignature,
  listSignatures,
  readSignature,
  remindSigner,
  type SignatureDetail,
  sendSignatures,
  withdrawSignature,
} from '@portico/contract/staff/signatures'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call, callPage, callTagged } from '../../api/api.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { pageQuery } from '../../list/page-query.ts'
import type { SignaturesSearch } from './signatures-search.ts'

const listKey = ['staff', 'signatures']

/** The pages of documents to sign that the address asks for. */
export const signatures = ({ open: _open, ...search }: SignaturesSearch) =>
  pageQuery([...listKey, search], ({ limit, cursor, count }, signal) =>
    callPage(listSignatures, { query: { ...search, limit, cursor, count }, signal }),
  )

/** A document to sign, and the tag that names its state. */
export type OpenSignature = SignatureDetail & { etag: string | null }

/** A document to sign with its evidence. It is read anew while it waits: the signer may act at any time. */
export const signature = (signatureid: number) =>
  queryOptions({
    queryKey: ['staff', 'signature', signatureid],
    queryFn: async ({ signal }): Promise<OpenSignature> => {
      const { data, etag } = await callTagged(readSignature, { params: { signatureid }, signal })
      return { ...data, etag }
    },
    refetchInterval: ({ state }) => (state.data?.status === 'unsigned' ? 30_000 : false),
  })

type Sent = Omit<CallInput<typeof sendSignatures>['body'], 'uploadId'> & { file: File }

/** Sends a file, and then what its signers get. */
export const send = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ file, ...body }: Sent) => {
      const { id: uploadId } = await uploadFile(uploadPublishedFile, {}, file)
      return call(sendSignatures, { body: { ...body, uploadId } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  })

/** Shows the answer of a write at once; after a failure, the newest state. */
const writing = <Input>(
  client: QueryClient,
  signatureid: number,
  write: (input: Input) => Promise<{ data: SignatureDetail; etag: string | null }>,
) => {
  const { queryKey } = signature(signatureid)
  return mutationOptions({
    mutationFn: async (input: Input) => {
      const { data, etag } = await write(input)
      client.setQueryData(queryKey, { ...data, etag })
      return data
    },
    onSettled: (_data: unknown, error: Error | null) => {
      if (error) void client.invalidateQueries({ queryKey })
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}

/** Mails the link again; `again` also within a day. */
export const remindAgain = (client: QueryClient, signatureid: number) =>
  writing(client, signatureid, (again: boolean) =>
    callTagged(remindSigner, { params: { signatureid }, body: { again } }),
  )

/** Gives more time, or another phone or address. */
export const change = (client: QueryClient, { id, etag }: Pick<OpenSignature, 'id' | 'etag'>) =>
  writing(client, id, (body: CallInput<typeof changeSignature>['body']) => {
    const headers: Record<string, string> = etag ? { 'If-Match': etag } : {}
    return callTagged(changeSignature, { params: { signatureid: id }, headers, body })
  })

/** Withdraws a document, and says why to its signer. */
export const withdraw = (client: QueryClient, signatureid: number) =>
  writing(client, signatureid, (reason: string | null) =>
    callTagged(withdrawSignature, { params: { signatureid }, body: { reason } }),
  )
