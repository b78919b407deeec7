import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { withTexts } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { loadPart } from '../../../ui/loading/load-part.ts'
import { queue, queueCounts } from '../data.ts'
import { staffFirstTexts } from './first-texts.ts'

const loadSteps = withTexts(() => import('../../../staff/parts/first-steps.tsx'), staffFirstTexts)
const FirstSteps = lazy(async () => ({ default: (await loadPart(loadSteps)).FirstSteps }))

/** In place of a ticket while none is open; where there was never any, what comes next. */
export const NothingChosen = () => {
  const { t } = useText()
  const { data: counts } = useQuery(queueCounts)
  const hasNone = counts !== undefined && counts.unassigned + counts.toAnswer + counts.waiting + counts.mine === 0
  const all = useInfiniteQuery({ ...queue({ view: 'all' }), enabled: hasNone })
  const isNew = hasNone && all.data?.pages[0]?.rows.length === 0
  const choose = <p>{t('staffQueue.choose.one')}</p>
  return (
    <div className={isNew ? 'desk desk--none desk--first' : 'desk desk--none'}>
      {isNew ? (
        <Suspense>
          <FirstSteps />
        </Suspense>
      ) : (
        choose
      )}
    </div>
  )
}
