import { lazy, Suspense } from 'react'
import { factorTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { AuthSkeleton } from './auth-skeleton.tsx'
import type { SecondFactorProps } from './second-factor-form.tsx'

const loadForm = withTexts(() => import('./second-factor-form.tsx'), factorTexts)
const SecondFactorForm = lazy(async () => ({ default: (await loadPart(loadForm)).SecondFactorForm }))

/** The second step of a sign-in, loaded when somebody needs it. */
export const SecondFactorStep = (props: SecondFactorProps) => (
  <Suspense fallback={<AuthSkeleton />}>
    <SecondFactorForm {...props} />
  </Suspense>
)
