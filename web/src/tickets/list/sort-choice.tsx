import { ArrowDownUp, ChevronDown } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { defaultSort, type TicketFilter, type TicketSort } from '../ticket-filter.ts'

const choices = [
  { sort: '-createdOn', name: 'created' },
  { sort: '-lastCommentOn', name: 'lastMessage' },
  { sort: '-ticketNumber', name: 'number' },
  { sort: 'title', name: 'title' },
] as const satisfies { sort: TicketSort; name: string }[]

const fieldOf = (sort: TicketSort) => sort.replace('-', '')

type SortChoiceProps = { filter: TicketFilter; onFilter: (filter: TicketFilter) => void }

/** Selects the order of a ticket list where it is too narrow for sortable columns. */
export const SortChoice = ({ filter, onFilter }: SortChoiceProps) => {
  const { t } = useText()
  const field = fieldOf(filter.sort ?? defaultSort)
  const name = choices.find(({ sort }) => fieldOf(sort) === field)?.name ?? 'created'
  const entries = choices.map(({ sort, name }) => ({
    id: sort,
    text: t(`tickets.list.column.${name}`),
    checked: fieldOf(sort) === field,
    onSelect: () => onFilter({ ...filter, sort }),
  }))
  return (
    <span className="sort-choice">
      <Menu
        label={t('tickets.list.sort')}
        groups={[{ id: 'sort', entries }]}
        trigger={props => (
          <button {...props} type="button" className="filter-button">
            <ArrowDownUp className="icon" aria-hidden="true" />
            {t('tickets.list.sortedBy', { by: t(`tickets.list.column.${name}`) })}
            <ChevronDown className="icon" aria-hidden="true" />
          </button>
        )}
      />
    </span>
  )
}
