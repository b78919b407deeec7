import { Link } from '@tanstack/react-router'
import { ArrowLeft, Ticket } from 'lucide-react'
import { PortalMark } from '../../../staff/parts/portal-mark.tsx'
import { SeeAsButton } from '../../../staff/parts/see-as-button.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { useText } from '../../../text/use-text.ts'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import type { OpenCustomer } from '../data.ts'
import { CustomerMenu } from '../ends/customer-menu.tsx'

/** The name of a customer, and what is done for it from here. */
export const CustomerHead = ({ customer }: { customer: OpenCustomer }) => {
  const { t } = useText()
  const hasPortals = useMe().portals.length > 1
  const { companyName, portal, vatNumber, address, people, isArchived } = customer
  const back = t('staffCustomers.page.back')
  // Nobody gets in for an archived customer, so there is nothing to see.
  const withAccess = isArchived ? [] : people.filter(({ state }) => state !== 'ended')
  const shownAs = withAccess.find(({ flags }) => flags.administrator) ?? withAccess[0]
  const sub = [vatNumber && t('staffCustomers.page.vat', { number: vatNumber }), address].filter(Boolean).join(', ')
  return (
    <header className="staff-head">
      <Link to="/customers" className="icon-button" aria-label={back} title={back}>
        <ArrowLeft className="icon" aria-hidden="true" />
      </Link>
      {hasPortals && <PortalMark portal={portal} />}
      <h1>{companyName}</h1>
      {sub && <p className="page-sub">{sub}</p>}
      <div className="staff-head-end">
        <Link
          to="/tickets/new"
          search={{ view: 'open', contact: customer.id }}
          className={buttonClass({ tone: 'ghost' })}
        >
          <Ticket className="icon" aria-hidden="true" />
          {t('staffCustomers.page.newTicket')}
        </Link>
        {shownAs && (
          <SeeAsButton
            contact={{ id: customer.id, webPortalKey: portal.webPortalKey }}
            person={{ webUserId: shownAs.webUserId, name: shownAs.referentName }}
          />
        )}
        <CustomerMenu customer={customer} />
      </div>
    </header>
  )
}
