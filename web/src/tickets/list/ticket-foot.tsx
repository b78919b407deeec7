import { useText } from '../../text/use-text.ts'
import { isNarrowed, type TicketFilter } from '../ticket-filter.ts'

type TicketFootProps = {
  shown: number
  total: number
  filter: TicketFilter
  onFilter: (filter: TicketFilter) => void
}

/** The footer of a ticket list: how many are shown, and that closed ones are hidden. */
export const TicketFoot = ({ shown, total, filter, onFilter }: TicketFootProps) => {
  const { t } = useText()
  const hidesClosed = filter.filter !== 2
  return (
    <div className="table-foot">
      <span role="status">
        {shown < total
          ? t('tickets.list.foot.part', { shown, total })
          : hidesClosed && !isNarrowed(filter)
            ? t('tickets.list.foot.open', { count: total })
            : t('tickets.list.foot.showing', { count: total })}
      </span>
      {hidesClosed && (
        <span>
          {t('tickets.list.foot.closedHidden')}{' '}
          <button type="button" className="link-button" onClick={() => onFilter({ ...filter, filter: 2 })}>
            {t('tickets.list.foot.showAll')}
          </button>
        </span>
      )}
    </div>
  )
}
