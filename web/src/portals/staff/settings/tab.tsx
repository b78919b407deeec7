import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../../api/failures.ts'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import './portal-settings.css'

/** The frame of a tab of a portal. */
export const Tab = ({ children }: { children: ReactNode }) => (
  <div className="staff-scroll">
    <div className="portal-settings">{children}</div>
  </div>
)

type LoadedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

/** What needs an answer of the server: bars while it is awaited, a way to try again where it failed. */
export const Loaded = <Data,>({ query, children }: LoadedProps<Data>) => {
  const { t } = useTranslation()
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
    <div aria-busy="true">
      <span className="skeleton" style={{ '--w': '60%' }} />
      <span className="skeleton" style={{ '--w': '45%' }} />
    </div>
  )
}
