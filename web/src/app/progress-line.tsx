import { useRouterState } from '@tanstack/react-router'

/** A line under the header while the screen that was gone to is on its way: a click was heard. */
export const ProgressLine = () => {
  const waits = useRouterState({ select: ({ status }) => status === 'pending' })
  return waits && <div className="progress-line" aria-hidden="true" />
}
