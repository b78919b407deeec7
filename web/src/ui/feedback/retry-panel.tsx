import { RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Props of RetryPanel: title, explanation, and the text of the button that retries. */
export type RetryPanelProps = {
  title: ReactNode
  children?: ReactNode
  retry: string
  onRetry: () => void
  busy?: boolean
  heading?: 'h1' | 'h2' | 'h3'
}

/** Shown in place of something that failed to load, with a Retry button. */
export const RetryPanel = ({ title, children, retry, onRetry, busy, heading }: RetryPanelProps) => (
  <EmptyState
    icon={<TriangleAlert className="icon" />}
    tone="danger"
    role="alert"
    title={title}
    heading={heading}
    action={
      <Button onClick={onRetry} busy={busy}>
        {!busy && <RefreshCw className="icon" aria-hidden="true" />}
        {retry}
      </Button>
    }
  >
    {children}
  </EmptyState>
)
