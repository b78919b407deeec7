import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Asks before the reader leaves what would be lost. The dialog it gives must be drawn; `onLeave` comes before leaving. */
export const useLeaveGuard = (wouldLose: () => boolean, onLeave: () => void): ReactNode => {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && wouldLose(),
    enableBeforeUnload: wouldLose,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      title={t('tickets.leave.title')}
      confirm={t('tickets.leave.leave')}
      cancel={t('tickets.leave.stay')}
      danger
      onConfirm={() => {
        onLeave()
        proceed?.()
      }}
      onCancel={() => reset?.()}
    >
      {t('tickets.leave.text')}
    </ConfirmDialog>
  )
}
