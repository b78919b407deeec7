import type { PortalNotices, TrialResult } from '@portico/contract/staff/portal-settings'
import { readPhone } from '@portico/contract/values/phone'
import { useMutation } from '@tanstack/react-query'
import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { tryMailTo, tryTextTo } from '../settings/data.ts'

type Outcome = { kind: 'mail' | 'text'; result: TrialResult | undefined; error: Error | null }

/** What came of a trial, in words. */
const TrialOutcome = ({ kind, result, error }: Outcome) => {
  const { t } = useText()
  const me = useMe()
  const text = useFailureText()
  if (error)
    return (
      <Alert tone="danger">
        {failureCode(error) === 'too_many_requests' ? t('staffPortalSettings.notices.limited') : text(error)}
      </Alert>
    )
  if (!result) return null
  const { state, problem, detail } = result
  if (state === 'sent')
    return (
      <Alert tone="success">
        {kind === 'mail'
          ? t('staffPortalSettings.notices.state.sent')
          : t('staffPortalSettings.notices.state.sentText')}
      </Alert>
    )
  if (state === 'written') return <Alert>{t('staffPortalSettings.notices.state.written')}</Alert>
  const why = t(`staffPortalSettings.notices.problem.${problem ?? 'other'}`)
  return (
    <Alert tone="danger" title={t('staffPortalSettings.notices.state.failed')}>
      <p>
        {why} {!me.isInstallationOperator && t('staffPortalSettings.notices.tell')}
      </p>
      {detail && (
        <p>
          {t('staffPortalSettings.notices.said')} <code>{detail}</code>
        </p>
      )}
    </Alert>
  )
}

const MailTrial = ({ portalid, notices }: { portalid: number; notices: PortalNotices }) => {
  const { t } = useText()
  const me = useMe()
  const trial = useMutation(tryMailTo(portalid))
  const groupAddresses = notices.types.flatMap(({ group }) => group?.email ?? [])
  const addresses = [...new Set([me.email, ...(notices.supportEmail ? [notices.supportEmail] : []), ...groupAddresses])]
  const form = useForm<{ to: string | null }, object>({
    initial: { to: me.email },
    validate: () => ({}),
    onSubmit: ({ to }) => trial.mutate(to ?? me.email),
  })
  return (
    <form className="form" {...form.props} aria-label={t('staffPortalSettings.notices.tryMail')}>
      <h3>{t('staffPortalSettings.notices.tryMail')}</h3>
      <Field label={t('staffPortalSettings.notices.to')}>
        <Select
          label={t('staffPortalSettings.notices.to')}
          openOn="click"
          options={addresses.map(address => ({ value: address, text: address }))}
          {...form.control('to')}
        />
      </Field>
      <div className="button-row">
        <Button type="submit" busy={trial.isPending}>
          {t('staffPortalSettings.notices.send')}
        </Button>
      </div>
      <div aria-live="polite">
        {!trial.isPending && <TrialOutcome kind="mail" result={trial.data} error={trial.error} />}
      </div>
    </form>
  )
}

const TextTrial = ({ portalid }: { portalid: number }) => {
  const { t } = useText()
  const trial = useMutation(tryTextTo(portalid))
  const form = useForm({
    initial: { to: '' },
    validate: ({ to }) => ({ to: readPhone(to) === undefined && t('staffPortalSettings.notices.numberWrong') }),
    onSubmit: ({ to }) => trial.mutate(to),
  })
  return (
    <form className="form" {...form.props} aria-label={t('staffPortalSettings.notices.tryText')}>
      <h3>{t('staffPortalSettings.notices.tryText')}</h3>
      <Field
        label={t('staffPortalSettings.notices.number')}
        hint={t('staffPortalSettings.notices.numberHint')}
        error={form.faults.to}
      >
        <TextInput {...form.text('to')} type="tel" maxLength={40} autoComplete="tel" />
      </Field>
      <div className="button-row">
        <Button type="submit" busy={trial.isPending}>
          {t('staffPortalSettings.notices.send')}
        </Button>
      </div>
      <div aria-live="polite">
        {!trial.isPending && <TrialOutcome kind="text" result={trial.data} error={trial.error} />}
      </div>
    </form>
  )
}

/** Sends a trial mail and a trial text message, and says what came of them. */
export const Trials = ({ portalid, notices }: { portalid: number; notices: PortalNotices }) => (
  <div className="trials">
    <MailTrial portalid={portalid} notices={notices} />
    <TextTrial portalid={portalid} />
  </div>
)
