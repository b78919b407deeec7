import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { TableMore } from '../ui/table/table-more.tsx'
import { morePages } from './list-states.tsx'
import type { List } from './use-list.ts'
import { useMoreLabels } from './use-more-labels.ts'

type ListEmptyProps = {
  list: Pick<List<{ id: number }>, 'narrowed' | 'clear'>
  icon: ReactNode
  children: ReactNode
}

/** An empty list: where filters are set, with a button that clears them, else with the sentence in `children`. */
export const ListEmpty = ({ list, icon, children }: ListEmptyProps) => {
  const { t } = useText()
  if (!list.narrowed)
    return (
      <EmptyState icon={icon} title={t('words.noItems')}>
        {children}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<SearchX className="icon" />}
      title={t('words.noItems')}
      action={<Button onClick={list.clear}>{t('lists.clearFilters')}</Button>}
    >
      {t('lists.filteredText')}
    </EmptyState>
  )
}

/** Loads further pages of a list that is no table. */
export const ListMore = ({ list: { query, rows } }: { list: Pick<List<{ id: number }>, 'query' | 'rows'> }) => {
  const labels = useMoreLabels()
  return rows && <TableMore {...morePages(query)} labels={labels} />
}
