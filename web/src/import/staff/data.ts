import type { Language } from '@portico/contract/language'
import {
  addImportFile,
  beginImport,
  cancelImport,
  changeImport,
  checkImport,
  type ImportChange,
  type ImportRun,
  listImportRows,
  listImports,
  mendImportCells,
  readImportReport,
  readImportRun,
  removeImport,
  startImportRun,
} from '@portico/contract/staff/imports'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { addressOf, call } from '../../api/api.ts'
import { type UploadInput, uploadFile } from '../../api/upload-file.ts'

/** How often a running import is read again, in milliseconds. */
const RUNNING_MS = 700
const ROWS_PAGE = 100

/** Whether a check or an import is under way. */
export const isRunning = ({ state }: Pick<ImportRun, 'state'>): boolean => state === 'checking' || state === 'importing'

/** How many rows the last check found fit to be imported. */
export const goodRows = ({ rows, refused, skipped }: Pick<ImportRun, 'rows' | 'refused' | 'skipped'>): number =>
  Math.max(0, rows - refused - skipped)

/** The imports of the last days. */
export const importRuns = queryOptions({
  queryKey: ['staff', 'imports', 'list'],
  queryFn: ({ signal }) => call(listImports, { signal }),
  refetchInterval: query => (query.state.data?.some(isRunning) ? RUNNING_MS : false),
})

/** An import; one that runs is read again and again. */
export const importRun = (importid: number) =>
  queryOptions({
    queryKey: ['staff', 'imports', 'run', importid],
    queryFn: ({ signal }) => call(readImportRun, { params: { importid }, signal }),
    refetchInterval: query => (query.state.data && isRunning(query.state.data) ? RUNNING_MS : false),
  })

/** The language of messages and reports. */
type Words = 'it' | 'en' | 'es'

/** The language of messages and reports. */
export const wordsOf = (language: Language): Words => language.slice(0, 2) as Words

/** The rows that the last check or import has refused or skipped; `finishedAt` names it. */
export const importRows = (importid: number, finishedAt: string | null, language: Words) =>
  infiniteQueryOptions({
    queryKey: ['staff', 'imports', 'rows', importid, finishedAt, language],
    queryFn: ({ signal, pageParam }) =>
      call(listImportRows, {
        params: { importid },
        query: { language, ...(pageParam !== undefined && { after: String(pageParam) }) },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: page => (page.length === ROWS_PAGE ? page.at(-1)?.line : undefined),
  })

/** The address of the report, or of the rows that were not imported. */
export const reportAddress = (importid: number, language: Words, only?: 'refused'): string =>
  addressOf(readImportReport, { params: { importid: String(importid) }, query: { language, ...(only && { only }) } })

const keep = (client: QueryClient, run: ImportRun) => {
  client.setQueryData(importRun(run.id).queryKey, run)
  void client.invalidateQueries({ queryKey: importRuns.queryKey })
}

/** Sends the file that an import begins with. */
export const sendFirstFile = async (
  client: QueryClient,
  file: File,
  { kind, portalId, ...input }: UploadInput & { kind: string | undefined; portalId: number },
): Promise<ImportRun> => {
  const query = { portal: String(portalId), ...(kind && { kind }) }
  const run = await uploadFile(beginImport, {}, file, { ...input, query })
  keep(client, run)
  return run
}

/** Sends a further file of an import. */
export const sendFurtherFile = (importid: number, file: File, input: UploadInput = {}) =>
  uploadFile(addImportFile, { importid }, file, input)

/** Reads an import anew. */
export const refreshImport = (client: QueryClient, importid: number) =>
  client.invalidateQueries({ queryKey: importRun(importid).queryKey })

/** Changes how an import is read. */
export const changeRun = (client: QueryClient, importid: number) =>
  mutationOptions({
    mutationFn: (body: ImportChange) => call(changeImport, { params: { importid }, body }),
    onSuccess: run => keep(client, run),
  })

/** A cell with the value that is read in its place. */
export type MendedCell = { line: number; column: number; value: string }

/** Writes values in place of cells; one call after the other, so that the last one counts. */
export const mendCells = (client: QueryClient, importid: number) =>
  mutationOptions({
    scope: { id: `import ${importid}` },
    mutationFn: (cells: MendedCell[]) => call(mendImportCells, { params: { importid }, body: { cells } }),
    onSuccess: run => keep(client, run),
  })

/** Begins a check or an import, or ends it. */
export const runStep = (client: QueryClient, importid: number) =>
  mutationOptions({
    scope: { id: `import ${importid}` },
    mutationFn: (step: 'check' | 'start' | 'cancel') => {
      const sent = { params: { importid } }
      if (step === 'check') return call(checkImport, sent)
      return step === 'start' ? call(startImportRun, sent) : call(cancelImport, sent)
    },
    onSuccess: run => keep(client, run),
    onError: () => refreshImport(client, importid),
  })

/** Removes an import with its files. */
export const removeRun = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (importid: number) => call(removeImport, { params: { importid } }),
    onSettled: () => client.invalidateQueries({ queryKey: importRuns.queryKey }),
  })
