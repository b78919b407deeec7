import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useId, useState } from 'react'
import { failureOf, localizedFailure, useFailureText } from '../../api/failures.ts'
import { requireSecondFactor, signInRule } from '../../people/data.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { RetryPanel } from '../../ui/feedback/retry-panel.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'

/** What the contact's administrators decide for its people: whether a second factor is required. Leads to the log. */
export const SignInRule = () => {
  const { t } = useText()
  const text = useFailureText()
  const title = useId()
  const here = useHere()
  const { companyName: company } = useEntered().contact
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(signInRule(here))
  const [asks, setAsks] = useState(false)
  const change = useMutation({
    ...requireSecondFactor(here),
    onSuccess: rule => {
      client.setQueryData(signInRule(here).queryKey, rule)
      toast({
        title: localized(t => t(rule.secondFactorRequired ? 'signInPeople.rule.onDone' : 'signInPeople.rule.offDone')),
      })
    },
    onError: failure => {
      if (failureOf(failure).code !== 'second_factor_required')
        toast({ title: localized(localizedFailure(failure)), tone: 'danger' })
    },
    onSettled: () => setAsks(false),
  })
  const isOn = data?.secondFactorRequired ?? false
  const word = isOn ? 'off' : 'on'
  const lacksOwn = failureOf(change.error).code === 'second_factor_required'
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{t('signInPeople.rule.title', { company })}</h2>
      <p className="page-sub">{t('signInPeople.rule.text', { company })}</p>
      {error && !data ? (
        <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={refetch} busy={isFetching}>
          {text(error)}
        </RetryPanel>
      ) : (
        data && (
          <div className="form">
            {lacksOwn && <Alert tone="warning" title={t('signInPeople.rule.ownFirst')} />}
            <Checkbox checked={isOn} onChange={() => setAsks(true)}>
              {t('signInPeople.rule.name')}
            </Checkbox>
            <p className="page-sub">
              {t(isOn ? 'signInPeople.rule.on' : 'signInPeople.rule.off')}{' '}
              {t('signInPeople.rule.count', { count: data.withSecondFactor, people: data.people })}
            </p>
          </div>
        )
      )}
      <p>
        <Link className={buttonClass()} to="/$company/$contactid/people/log" params={here}>
          <ScrollText className="icon" aria-hidden="true" /> {t('signInPeople.rule.log')}
        </Link>
      </p>
      <ConfirmDialog
        open={asks}
        title={t(`signInPeople.rule.${word}Title`)}
        confirm={t(`signInPeople.rule.${word}Confirm`)}
        cancel={t('words.cancel')}
        danger={isOn}
        busy={change.isPending}
        onConfirm={() => change.mutate(!isOn)}
        onCancel={() => setAsks(false)}
      >
        {t(`signInPeople.rule.${word}Text`)}
      </ConfirmDialog>
    </section>
  )
}
