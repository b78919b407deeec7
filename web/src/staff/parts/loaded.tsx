import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { useText } from '../../text/use-text.ts'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'

type LoadedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

/** What a query has found, or that it is still looking, or why it found nothing. */
export const Loaded = <Data,>({ query, children }: LoadedProps<Data>) => {
  const { t } = useText()
  const text = useFailureText()
  if (query.data !== undefined) return children(query.data)
  if (query.error)
    return (
      <RetryPanel
        title={t('words.couldNotLoad')}
        retry={t('words.retry')}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      >
        {text(query.error)}
      </RetryPanel>
    )
  return (
    <div role="status">
      <span className="sr-only">{t('staffShell.loading')}</span>
      {['70%', '60%', '50%'].map(width => (
        <span key={width} className="skeleton-line" aria-hidden="true">
          <span className="skeleton" style={{ '--w': width }} />
        </span>
      ))}
    </div>
  )
}
