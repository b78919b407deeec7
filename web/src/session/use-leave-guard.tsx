import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'

type LeaveTexts = { title: string; text: string; leave: string; stay: string }

/** Asks before the reader leaves what would be lost. The dialog it gives must be drawn; `onLeave` comes before leaving. */
export const useLeaveGuard = (wouldLose: () => boolean, texts: LeaveTexts, onLeave?: () => void): ReactNode => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && wouldLose(),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title={texts.title}
      confirm={texts.leave}
      cancel={texts.stay}
      danger
      onConfirm={() => {
        onLeave?.()
        proceed?.()
      }}
      onCancel={() => reset?.()}
    >
      {texts.text}
    </ConfirmDialog>
  )
}
