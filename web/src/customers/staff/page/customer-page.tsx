import { publishedKinds } from '@portico/contract/staff/published'
import { seesRecords } from '@portico/contract/staff-roles'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isAdministrator, isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useText } from '../../../text/use-text.ts'
import type { OpenCustomer } from '../data.ts'
import { CustomerDialog } from '../form/customer-dialog.tsx'
import { ContractsSection } from './contracts-section.tsx'
import { CustomerHead } from './customer-head.tsx'
import { CustomerSide } from './customer-side.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { InvitationsSection } from './invitations-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { VisitsSection } from './visits-section.tsx'

/** A customer: people and what they may do, contracts, documents, and beside them how to reach it. */
export const CustomerPage = ({ customer }: { customer: OpenCustomer }) => {
  const { t } = useText()
  const me = useMe()
  const mayWrite = isOffice(me)
  const [isChanging, setChanging] = useState(false)
  const change = mayWrite ? () => setChanging(true) : undefined
  return (
    <main className="staff-main customer-page" id="main" tabIndex={-1}>
      <CustomerHead customer={customer} />
      <nav className="staff-tabs" aria-label={t('staffCustomers.page.parts')}>
        <a className="page-tab" href="#main" aria-current="page">
          {t('staffCustomers.page.summary')}
        </a>
        <Link className="page-tab" to="/tickets" search={{ view: 'open', contact: customer.id }}>
          {t('staffCustomers.page.tickets')} <span className="quiet">{customer.openTickets}</span>
        </Link>
        <Link className="page-tab" to="/contracts" search={{ contact: customer.id, state: 'all' }}>
          {t('staffCustomers.page.contractsTab')} <span className="quiet">{customer.contractCount}</span>
        </Link>
        {seesRecords(me, ...publishedKinds) && (
          <Link className="page-tab" to="/publish/published" search={{ contact: customer.id }}>
            {t('staffCustomers.page.documentsTab')} <span className="quiet">{customer.documentCount}</span>
          </Link>
        )}
        {seesRecords(me, 'subscription') && (
          <Link className="page-tab" to="/subscriptions" search={{ contact: customer.id }}>
            {t('staffCustomers.page.subscriptionsTab')} <span className="quiet">{customer.subscriptionCount}</span>
          </Link>
        )}
        <Link className="page-tab" to="/assets" search={{ contact: customer.id }}>
          {t('staffCustomers.page.assetsTab')} <span className="quiet">{customer.assetCount}</span>
        </Link>
        {isAdministrator(me) && (
          <Link className="page-tab" to="/settings/security-log" search={{ contact: customer.id }}>
            {t('staffCustomers.page.logTab')}
          </Link>
        )}
      </nav>
      <div className="record">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is scrolled with the keys */}
        <section className="record-main" aria-label={t('staffCustomers.page.summary')} tabIndex={0}>
          <PeopleSection customer={customer} mayWrite={mayWrite} />
          <ContractsSection customer={customer} />
          <VisitsSection customer={customer} />
          <InvitationsSection customer={customer} />
          <DocumentsSection customer={customer} />
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is scrolled with the keys */}
        <aside className="desk-side" aria-label={t('staffCustomers.page.record')} tabIndex={0}>
          <CustomerSide customer={customer} onChange={change} />
        </aside>
      </div>
      {isChanging && <CustomerDialog customer={customer} onClose={() => setChanging(false)} />}
    </main>
  )
}
