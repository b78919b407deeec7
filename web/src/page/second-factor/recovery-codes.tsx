import { useRef } from 'react'
import { useLeaveGuard } from '../../session/use-leave-guard.tsx'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import './second-factor.css'
import { useStepFocus } from './use-step-focus.ts'

/** The heading of a step: in a dialog, or of a page. */
export type Heading = 'h1' | 'h3'

type RecoveryCodesProps = { heading: Heading; codes: string[]; onDone: () => void }

/**
 * New recovery codes, to copy or to save; they are not shown again, so a dialog stays open around them, and who goes back is asked first.
 * The focus starts on the heading: Enter after the code of the app would otherwise press a button.
 */
export const RecoveryCodes = ({ heading: Title, codes, onDone }: RecoveryCodesProps) => {
  const { t } = useText()
  const step = useStepFocus<HTMLDivElement>()
  const isDone = useRef(false)
  const leaving = useLeaveGuard(() => !isDone.current, {
    title: t('signInFactor.app.leaveTitle'),
    text: t('signInFactor.app.leaveText'),
    leave: t('signInFactor.app.leave'),
    stay: t('signInFactor.app.stay'),
  })
  const all = codes.join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(all)
    toast({ title: localized(t => t('signInFactor.app.copied')) })
  }
  return (
    <div className="form" ref={step} data-kept-open="">
      <Title className="codes-title" tabIndex={-1} data-autofocus="">
        {t('signInFactor.app.savedTitle')}
      </Title>
      <p>{t('signInFactor.app.savedText')}</p>
      <ul className="recovery-codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <Button onClick={copy}>{t('signInFactor.app.copy')}</Button>
        <a
          className="button"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${all}\n`)}`}
          download={t('signInFactor.app.fileName')}
        >
          {t('signInFactor.app.download')}
        </a>
        <Button
          tone="primary"
          onClick={() => {
            isDone.current = true
            onDone()
          }}
        >
          {t('signInFactor.app.saved')}
        </Button>
      </div>
      {leaving}
    </div>
  )
}
