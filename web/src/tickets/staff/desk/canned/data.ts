import {
  changeCannedAnswer,
  createCannedAnswer,
  fillCannedAnswer,
  listCannedAnswers,
  removeCannedAnswer,
  uploadCannedAnswerFile,
} from '@portico/contract/staff/canned-answers'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../../api/api.ts'
import { type UploadInput, uploadFile } from '../../../../api/upload-file.ts'

/** The canned answers that one may use. */
export const cannedAnswers = queryOptions({
  queryKey: ['staff', 'canned-answers'],
  queryFn: ({ signal }) => call(listCannedAnswers, { signal }),
  staleTime: 60_000,
})

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: cannedAnswers.queryKey })

/** Makes a canned answer ready for a ticket: its fields filled in, its files as uploads. */
export const fillCanned = (ticketid: number) =>
  mutationOptions({
    mutationFn: (cannedanswerid: number) => call(fillCannedAnswer, { params: { ticketid, cannedanswerid }, body: {} }),
  })

/** What is written of a canned answer. */
export type CannedBody = CallInput<typeof createCannedAnswer>['body']

/** What is known of the canned answer that is changed. */
export type KnownCanned = { id: number; version: string }

/** Makes a canned answer, or changes one unless somebody was faster. */
export const writeCanned = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ known, body, key }: { known: KnownCanned | null; body: CannedBody; key: string }) =>
      known === null
        ? call(createCannedAnswer, { body, idempotencyKey: key })
        : call(changeCannedAnswer, {
            params: { cannedanswerid: known.id },
            body,
            headers: { 'If-Match': `"${known.version}"` },
          }),
    onSettled: () => refresh(client),
  })

/** Removes a canned answer. */
export const removeCanned = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (cannedanswerid: number) => call(removeCannedAnswer, { params: { cannedanswerid } }),
    onSuccess: () => refresh(client),
  })

/** Uploads a file for a canned answer. */
export const uploadForCanned = (file: File, options: UploadInput) =>
  uploadFile(uploadCannedAnswerFile, {}, file, options)
