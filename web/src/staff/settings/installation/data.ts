import {
  addInstallationCompany,
  addInstallationPortal,
  changeInstallationCompany,
  checkInstallationBackup,
  checkInstallationHealth,
  type InstallationBackups,
  type InstallationHealth,
  linkInstallationCompany,
  listFailedJobs,
  listInstallationBackups,
  listInstallationCompanies,
  makeInstallationBackup,
  readInstallationHealth,
  removeFailedJobs,
  renameInstallationPortal,
  retryFailedJobs,
} from '@portico/contract/staff/installation'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../api/api.ts'

const key = ['staff', 'installation'] as const
const POLL_MS = 1500

/** Whether the checks run. */
export const isChecking = ({ startedAt, finishedAt }: InstallationHealth) => startedAt !== null && finishedAt === null

/** What the checks of the installation found; read again while they run. */
export const health = queryOptions({
  queryKey: [...key, 'health'],
  queryFn: ({ signal }) => call(readInstallationHealth, { signal }),
  refetchInterval: ({ state: { data } }) => (data && isChecking(data) ? POLL_MS : false),
})

/** Begins the checks. */
export const checkHealth = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => call(checkInstallationHealth, {}),
    onSuccess: begun => client.setQueryData(health.queryKey, begun),
  })

/** The backups of the installation; read again while one is made or checked. */
export const backups = queryOptions({
  queryKey: [...key, 'backups'],
  queryFn: ({ signal }) => call(listInstallationBackups, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.task ? POLL_MS : false),
})

const keepBackups = (client: QueryClient) => (found: InstallationBackups) =>
  void client.setQueryData(backups.queryKey, found)

/** Begins a backup. */
export const makeBackup = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => call(makeInstallationBackup, {}), onSuccess: keepBackups(client) })

/** Begins to check a backup. */
export const checkBackup = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (name: string) => call(checkInstallationBackup, { params: { name } }),
    onSuccess: keepBackups(client),
  })

/** The service companies of the installation. */
export const companies = queryOptions({
  queryKey: [...key, 'companies'],
  queryFn: ({ signal }) => call(listInstallationCompanies, { signal }),
})

const renewCompanies = (client: QueryClient) => () => void client.invalidateQueries({ queryKey: companies.queryKey })

/** Adds a company. */
export const addCompany = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof addInstallationCompany>['body']) => call(addInstallationCompany, { body }),
    onSuccess: renewCompanies(client),
  })

/** Makes a link for the first administrator of a company. */
export const linkCompany = mutationOptions({
  mutationFn: (companyid: number) => call(linkInstallationCompany, { params: { companyid } }),
})

/** Changes a company. */
export const changeCompany = (client: QueryClient, companyid: number) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof changeInstallationCompany>['body']) =>
      call(changeInstallationCompany, { params: { companyid }, body }),
    onSuccess: renewCompanies(client),
  })

/** Adds a portal to a company. */
export const addPortal = (client: QueryClient, companyid: number) =>
  mutationOptions({
    mutationFn: (body: CallInput<typeof addInstallationPortal>['body']) =>
      call(addInstallationPortal, { params: { companyid }, body }),
    onSuccess: renewCompanies(client),
  })

/** Renames a portal. */
export const renamePortal = (client: QueryClient, portalid: number) =>
  mutationOptions({
    mutationFn: (webPortalName: string) =>
      call(renameInstallationPortal, { params: { portalid }, body: { webPortalName } }),
    onSuccess: renewCompanies(client),
  })

/** The jobs that were given up. */
export const failedJobs = queryOptions({
  queryKey: [...key, 'jobs'],
  queryFn: ({ signal }) => call(listFailedJobs, { signal }),
})

const acts = { retry: retryFailedJobs, remove: removeFailedJobs }

/** Tries jobs again, or gives them up for good. */
export const changeJobs = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ act, ids }: { act: 'retry' | 'remove'; ids: number[] }) => call(acts[act], { body: { ids } }),
    onSuccess: () => client.invalidateQueries({ queryKey: failedJobs.queryKey }),
  })
