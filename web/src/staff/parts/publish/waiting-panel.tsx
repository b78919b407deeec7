import { useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { Spinner } from '../../../ui/buttons/spinner.tsx'
import { RetryPanel } from '../../../ui/feedback/retry-panel.tsx'
import { SidePanel } from '../../../ui/overlay/side-panel.tsx'

type WaitingPanelProps = {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
  title: string
  failed: string
  closeLabel: string
  onClose: () => void
}

/** The side panel of a row whose details are awaited, or could not be read. */
export const WaitingPanel = ({ query, title, failed, closeLabel, onClose }: WaitingPanelProps) => {
  const { t } = useText()
  const text = useFailureText()
  return (
    <SidePanel title={title} closeLabel={closeLabel} onClose={onClose}>
      {query.error ? (
        <RetryPanel title={failed} retry={t('words.retry')} onRetry={() => query.refetch()} busy={query.isFetching}>
          {text(query.error)}
        </RetryPanel>
      ) : (
        <div className="published-waiting" aria-busy="true">
          <Spinner />
        </div>
      )}
    </SidePanel>
  )
}
