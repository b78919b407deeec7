import type { ImportRun } from '@portico/contract/staff/imports'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'

const types = [
  'contact',
  'webUser',
  'membership',
  'invoice',
  'estimate',
  'activityContract',
  'serviceContract',
  'subscription',
  'wikiFolder',
  'wikiElement',
  'wikiProperty',
] as const

/** The name of a type of record, for so many of it; the plural without a count. */
export const useTypeName = () => {
  const { t } = useText()
  return (type: string, count = 0): string => {
    const known = types.find(one => one === type)
    return known ? t(`staffImport.types.${known}`, { count }) : t('staffImport.types.other')
  }
}

/** What a check would write, and what it refused. */
export const CountsLine = ({ run }: { run: Pick<ImportRun, 'counts' | 'refused' | 'skipped'> }) => {
  const { t } = useText()
  const format = useStaffFormat()
  const typeName = useTypeName()
  const facts = run.counts.flatMap(({ type, ...counts }) =>
    (['created', 'changed', 'unchanged'] as const).map(act => {
      const count = counts[act]
      return {
        id: `${type} ${act}`,
        count,
        words: t(`staffImport.counts.${act}`, { type: typeName(type, count), count }),
      }
    }),
  )
  const all = [
    ...facts,
    { id: 'refused', count: run.refused, words: t('staffImport.counts.refused', { count: run.refused }) },
    { id: 'skipped', count: run.skipped, words: t('staffImport.counts.skipped', { count: run.skipped }) },
  ].filter(({ count }) => count > 0)
  return (
    <div role="status">
      <ul className="import-counts">
        {all.map(({ id, count, words }) => (
          <li key={id} data-tone={id === 'refused' ? 'danger' : undefined}>
            <b>{format.number(count)}</b>
            {words}
          </li>
        ))}
      </ul>
    </div>
  )
}
