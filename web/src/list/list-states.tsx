import type { ReactNode } from 'react'
import { useFailureText } from '../api/failures.ts'
import { useText } from '../text/use-text.ts'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'

/** What a list shows of its query: an infinite query of any page. */
export type ListQuery = {
  error: Error | null
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  hasNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

type ListStatesProps = {
  query: ListQuery
  /** Undefined until the first page has arrived. */
  rows: readonly unknown[] | undefined
  /** The rows are those of the filters before: being empty says nothing yet. */
  stale: boolean
  /** The title of the panel that offers a retry. */
  failed: string
  /** The screen is about to correct the call that failed, so its error is not shown. */
  retrying?: boolean
  /** Stands in place of the rows where there are none. */
  empty: ReactNode
  /** The rows, or their skeleton. */
  children: ReactNode
}

/** The states of every list: failed with a retry, empty, or the rows. */
export const ListStates = ({ query, rows, stale, failed, retrying = false, empty, children }: ListStatesProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  if (query.error && rows === undefined && !retrying)
    return (
      <RetryPanel title={failed} retry={t('words.retry')} onRetry={() => query.refetch()} busy={query.isFetching}>
        {failureText(query.error)}
      </RetryPanel>
    )
  return rows?.length === 0 && !stale ? empty : children
}

/** The state of a list's further pages, as tables take it. */
export const morePages = (query: ListQuery) => ({
  hasMore: query.hasNextPage,
  loading: query.isFetchingNextPage,
  failed: query.isFetchNextPageError,
  onMore: () => query.fetchNextPage(),
})
