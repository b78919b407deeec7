import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { localizedFailure } from '../../../api/failures.ts'
import { Switch } from '../../../staff/parts/switch.tsx'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { changeRule, signInRule } from '../data.ts'

/** Whether the people of a customer need a second factor. It is a detail: where it cannot be read, nothing is shown. */
export const SignInRule = ({ contactid, mayWrite }: { contactid: number; mayWrite: boolean }) => {
  const { t } = useText()
  const client = useQueryClient()
  const { data } = useQuery(signInRule(contactid))
  const [asks, setAsks] = useState(false)
  const change = useMutation({
    ...changeRule(client, contactid),
    onSuccess: () => toast({ title: localized(t => t('staffCustomers.rule.done')) }),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
    onSettled: () => setAsks(false),
  })
  if (!data || data.people === 0) return null
  const isOn = data.secondFactorRequired
  const word = isOn ? 'off' : 'on'
  const count = t('staffCustomers.rule.count', { count: data.withSecondFactor, people: data.people })
  return (
    <div className="setting-switch">
      {mayWrite ? (
        <Switch checked={isOn} onChange={() => setAsks(true)}>
          {t('staffCustomers.rule.name')}
        </Switch>
      ) : (
        <b>{t(`staffCustomers.rule.is${isOn ? 'On' : 'Off'}`)}</b>
      )}
      <small>
        {t(`staffCustomers.rule.${word === 'off' ? 'isOnText' : 'isOffText'}`)} {count}
      </small>
      <ConfirmDialog
        open={asks}
        title={t(`staffCustomers.rule.${word}Title`)}
        confirm={t(`staffCustomers.rule.${word}Confirm`)}
        cancel={t('words.cancel')}
        danger={isOn}
        busy={change.isPending}
        onConfirm={() => change.mutate(!isOn)}
        onCancel={() => setAsks(false)}
      >
        {t(`staffCustomers.rule.${word}Text`)}
      </ConfirmDialog>
    </div>
  )
}
