import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import './settings-list.css'

type SettingsSectionProps = {
  title: string
  count?: number | undefined
  lead?: ReactNode
  /** At the end of the heading's line. */
  action?: ReactNode
  /** What the section waits for. */
  query?: Pick<UseQueryResult, 'data' | 'error' | 'refetch' | 'isFetching'>
  children?: ReactNode
}

/** A part of the settings: its heading, what can be done, and what there is, once it has loaded. */
export const SettingsSection = ({ title, count, lead, action, query, children }: SettingsSectionProps) => {
  const { t } = useText()
  const text = useFailureText()
  const id = useId()
  const hasFailed = query?.error && query.data === undefined
  const isLoading = query && !hasFailed && query.data === undefined
  return (
    <section className="record-section" aria-labelledby={id} aria-busy={isLoading || undefined}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className="page-count">{count}</span>}
        {action}
      </div>
      {lead && <p className="settings-lead">{lead}</p>}
      {hasFailed ? (
        <RetryPanel
          title={t('words.couldNotLoad')}
          retry={t('words.retry')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
          heading="h3"
        >
          {text(query.error)}
        </RetryPanel>
      ) : isLoading ? (
        <div className="skeleton setting-skeleton" />
      ) : (
        children
      )}
    </section>
  )
}
