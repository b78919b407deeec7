import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Dialog } from './dialog.tsx'

/** Props of ConfirmDialog. The texts of the buttons say what happens ("Close the ticket", "Keep open"). */
export type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  children?: ReactNode
  confirm: string
  cancel: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A question before an action. The focus starts on the cancel button. */
export const ConfirmDialog = ({
  open,
  title,
  children,
  confirm,
  cancel,
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => (
  <Dialog open={open} onClose={onCancel} title={title} role="alertdialog">
    {typeof children === 'string' ? <p>{children}</p> : children}
    <div className="button-row">
      <Button tone="ghost" onClick={onCancel} data-autofocus="">
        {cancel}
      </Button>
      <Button tone={danger ? 'danger-solid' : 'primary'} onClick={onConfirm} busy={busy}>
        {confirm}
      </Button>
    </div>
  </Dialog>
)
