import type { MailboxTrial } from '@portico/contract/staff/mail'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useText } from '../../../text/use-text.ts'

const looks = {
  done: { tone: 'success', icon: CircleCheck },
  skipped: { tone: undefined, icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  untried: { tone: undefined, icon: CircleDashed },
} as const

const Step = ({ step, state }: MailboxTrial['steps'][number]) => {
  const { t } = useText()
  const { tone, icon: Icon } = looks[state]
  const text =
    step === 'secured'
      ? t(`staffMailboxes.step.secured.${state}`)
      : t(`staffMailboxes.step.${step}.${state === 'skipped' ? 'done' : state}`)
  return (
    <li className="state-word" data-tone={tone} data-state={state}>
      <Icon className="icon" aria-hidden="true" />
      <span>
        {text}
        <span className="sr-only"> ({t(`staffMailboxes.stepState.${state}`)})</span>
      </span>
    </li>
  )
}

/** What a trial has found, step by step, and what to do where it has failed. */
export const TrialResult = ({ trial }: { trial: MailboxTrial }) => {
  const { t } = useText()
  const { steps, messages, idle, fault, problem, folders } = trial
  const section = useRef<HTMLElement>(null)
  // It stands below the fields, where a small window does not show it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each trial is shown
  useEffect(() => {
    // Its promise, in browsers that have one, is no clean-up.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [trial])
  const failed = steps.find(({ state }) => state === 'failed')
  return (
    <section
      ref={section}
      className="mailbox-trial"
      data-tone={failed ? 'danger' : 'success'}
      aria-label={t('staffMailboxes.trial')}
    >
      <ol role="status">
        {steps.map(step => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
      {failed && <p>{t(fault ? `staffMailboxes.fault.${fault}` : `staffMailboxes.advice.${failed.step}`)}</p>}
      {folders.length > 0 && <p>{t('staffMailboxes.folders', { names: folders.join(', ') })}</p>}
      {problem && !fault && <p className="mailbox-said">{t('staffMailboxes.serverSays', { text: problem })}</p>}
      {messages !== null && <p>{t('staffMailboxes.messages', { count: messages })}</p>}
      {idle !== null && <p>{idle ? t('staffMailboxes.idle') : t('staffMailboxes.noIdle')}</p>}
    </section>
  )
}
