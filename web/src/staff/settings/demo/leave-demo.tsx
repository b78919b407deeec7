import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useMe } from '../../session/use-me.ts'
import { removeDemo } from './data.ts'

/** Says that this is the demo, and lets its administrator begin with a company of their own. */
export const LeaveDemoNote = () => {
  const { t } = useText()
  const text = useFailureText()
  const { isDemo, isInstallationOperator, serviceCompany } = useMe()
  const [isAsking, setAsking] = useState(false)
  const leave = useMutation({
    ...removeDemo,
    // A new document: nothing of the demo stays in memory.
    onSuccess: link => location.assign(link ?? '/staff/login'),
  })
  if (!isDemo || !isInstallationOperator) return null
  const ask = (asking: boolean) => {
    leave.reset()
    setAsking(asking)
  }
  return (
    <div className="demo-note">
      <Alert
        title={t('staffSettings.demo.title')}
        action={
          <Button size="sm" onClick={() => ask(true)}>
            {t('staffSettings.demo.begin')}
          </Button>
        }
      >
        {t('staffSettings.demo.text')}
      </Alert>
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('staffSettings.demo.ask')}
        confirm={t('staffSettings.demo.confirm')}
        cancel={t('words.cancel')}
        busy={leave.isPending || leave.isSuccess}
        onConfirm={() => leave.mutate()}
        onCancel={() => ask(false)}
      >
        <p>{t('staffSettings.demo.removes')}</p>
        <ul className="demo-removed">
          <li>{t('staffSettings.demo.companies', { company: serviceCompany.name })}</li>
          <li>{t('staffSettings.demo.people')}</li>
          <li>{t('staffSettings.demo.records')}</li>
          <li>{t('staffSettings.demo.added')}</li>
        </ul>
        <p>{t('staffSettings.demo.after')}</p>
        {leave.error && <Alert tone="danger">{text(leave.error)}</Alert>}
      </ConfirmDialog>
    </div>
  )
}
