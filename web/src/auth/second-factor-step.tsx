import { lazy, Suspense } from 'react'
import { withTexts } from '../text/texts.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { accessTexts } from './access-texts.ts'
import { AuthSkeleton } from './auth-skeleton.tsx'

const loadForm = withTexts(() => import('./second-factor-form.tsx'), accessTexts)
const SecondFactorForm = lazy(async () => ({ default: (await loadPart(loadForm)).SecondFactorForm }))

/** The ticket of a sign-in that waits for its second factor, and what follows it. */
export type SecondFactorStepProps = { ticket: string; onDone: () => void; onRestart: () => void }

/** The second step of a sign-in, loaded when somebody needs it. */
export const SecondFactorStep = (props: SecondFactorStepProps) => (
  <Suspense fallback={<AuthSkeleton />}>
    <SecondFactorForm {...props} />
  </Suspense>
)
