import { Link } from '@tanstack/react-router'
import { Link2Off } from 'lucide-react'
import { ApiError } from '../api/api.ts'
import { useFailureText } from '../api/failures.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { CallButton } from './call-button.tsx'

/** Whether a call failed because its key is unknown or no longer valid. */
export const isKeyProblem = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'invalid_code' || error.code === 'not_found')

const states = ['used', 'expired', 'withdrawn', 'off'] as const

/** Shows why a key does not open, by the state in the error's `detail`, and the next step. */
export const KeyProblem = ({ company, error }: { company: string | undefined; error: ApiError }) => {
  const { t } = useText()
  const failure = useFailureText()
  const state = states.find(one => one === error.detail) ?? 'unknown'
  useScreen('key-problem', t('errors.invalid_code'))
  return (
    <section className="card">
      <EmptyState
        heading="h1"
        icon={<Link2Off className="icon" />}
        title={state === 'unknown' ? t('errors.invalid_code') : failure(error)}
        action={
          <>
            {company && (
              <Link className={buttonClass({ tone: 'primary' })} to="/appointments/$company" params={{ company }}>
                {t('appointments.key.other')}
              </Link>
            )}
            <CallButton />
          </>
        }
      >
        {t(`appointments.key.${state}`)}
      </EmptyState>
    </section>
  )
}
