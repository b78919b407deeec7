import type { StaffContractListed } from '@portico/contract/staff/records/contracts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CustomerCell } from '../../../staff/parts/records/customer-cell.tsx'
import { numericDay } from '../../../text/format.ts'
import { useText } from '../../../text/use-text.ts'
import { Status } from '../../../ui/feedback/status.tsx'
import type { Column } from '../../../ui/table/table-column.ts'
import { LeftMeter } from '../left-meter.tsx'
import { stateLooks } from '../states.ts'

/** The columns of the list of contracts. */
export const useContractColumns = (): Column<StaffContractListed>[] => {
  const { t } = useText()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('staffContracts.column.name'),
        sort: 'ascending',
        card: 'title',
        cell: ({ kind, id, name }) => (
          <Link to="/contracts/$kind/$contractid" params={{ kind, contractid: id }} className="row-link">
            {name}
          </Link>
        ),
      },
      {
        id: 'customer',
        header: t('staffContracts.column.customer'),
        card: 'meta',
        cell: row => <CustomerCell {...row} />,
      },
      {
        id: 'state',
        header: t('staffContracts.column.state'),
        card: 'start',
        cell: ({ state }) => <Status kind={stateLooks[state]}>{t(`staffContracts.states.${state}`)}</Status>,
      },
      {
        id: 'endsOn',
        header: t('staffContracts.column.period'),
        sort: 'ascending',
        className: 'cell-date',
        prio: 3,
        card: 'meta',
        cell: ({ startsOn, endsOn, timeZone }) =>
          `${numericDay(startsOn, { timeZone })} – ${endsOn === null ? t('staffContracts.noEnd') : numericDay(endsOn, { timeZone })}`,
      },
      {
        id: 'left',
        header: t('staffContracts.column.left'),
        className: 'col-left',
        card: 'end',
        isEmpty: ({ allowance }) => allowance === null,
        cell: ({ allowance }) => (allowance ? <LeftMeter of={allowance} /> : <span className="cell-none">–</span>),
      },
    ],
    [t],
  )
}
