import { lazy, Suspense } from 'react'
import { peopleTexts } from '../text/people-texts.ts'
import { listTexts } from '../text/shared-texts.ts'
import { withTexts } from '../text/texts.ts'
import { loadPart } from '../ui/loading/load-part.ts'

const load = withTexts(() => import('./log-screen.tsx'), listTexts, peopleTexts)
const LogScreen = lazy(async () => ({ default: (await loadPart(load)).LogScreen }))

/** The log with its texts. */
export const LogPage = () => (
  <Suspense>
    <LogScreen />
  </Suspense>
)
