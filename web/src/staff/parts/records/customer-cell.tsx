import { Link } from '@tanstack/react-router'
import { useMe } from '../../session/use-me.ts'
import { PortalMark } from '../portal-mark.tsx'

type Place = {
  customer: { id: number; companyName: string }
  portal: { id: number; name: string; baseColor: string }
}

/** The customer of a row, with the mark of its portal where there are several. */
export const CustomerCell = ({ customer, portal }: Place) => {
  const hasPortals = useMe().portals.length > 1
  return (
    <span className="customer-cell">
      {hasPortals && <PortalMark portal={portal} />}
      <Link to="/customers/$contactid" params={{ contactid: customer.id }}>
        {customer.companyName}
      </Link>
    </span>
  )
}
