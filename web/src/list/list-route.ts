import type { Contact } from '@portico/contract/auth'
import type { Flag } from '@portico/contract/permissions'
import type { RouteComponent } from '@tanstack/react-router'
import type { Here } from '../session/addresses.ts'
import { requireFlag } from '../session/require-flag.ts'
import type { Entered, RouterContext } from '../session/routes.ts'
import type { ListParams } from './list-params.ts'
import type { PageQuery } from './page-query.ts'

type ListRouteOptions<Search extends ListParams, Row> = {
  flag: Flag
  /** Loads the list's query, which comes in a chunk with the screen. */
  loadQuery: () => Promise<(here: Here, search: Search, contact: Contact) => PageQuery<Row>>
  component: RouteComponent
}

type LoaderInput<Search> = { context: RouterContext & Entered; params: Here; deps: Search }

/**
 * What the route of a list has beside its path and its `validateSearch`: the flag it requires, its screen, and a loader that
 * fetches the first page while the screen's code is loaded.
 */
export const listRouteOptions = <Search extends ListParams, Row>({
  flag,
  loadQuery,
  component,
}: ListRouteOptions<Search, Row>) => ({
  beforeLoad: requireFlag(flag),
  // Opening a row loads nothing.
  loaderDeps: ({ search }: { search: Search }) => ({ ...search, open: undefined, file: undefined }),
  loader: ({ context: { queryClient, contact }, params: { company, contactid }, deps }: LoaderInput<Search>) =>
    void loadQuery()
      .then(query => queryClient.prefetchInfiniteQuery(query({ company, contactid }, deps, contact)))
      // The screen shows what has failed.
      .catch(() => undefined),
  component,
})
