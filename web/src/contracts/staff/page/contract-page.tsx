import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, PenLine } from 'lucide-react'
import { useState } from 'react'
import { CustomerCell } from '../../../staff/parts/records/customer-cell.tsx'
import { OutsideNote } from '../../../staff/parts/records/outside-note.tsx'
import { isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { numericDay } from '../../../text/format.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { ContractDialog } from '../form/contract-dialog.tsx'
import { stateLooks } from '../states.ts'
import { ActivitiesSection } from './activities-section.tsx'
import { ChangesSection } from './changes-section.tsx'
import { ContractFacts } from './contract-facts.tsx'
import { ContractMenu } from './contract-menu.tsx'
import { CoverSection, DocumentsSection, PackagesSection } from './parts-sections.tsx'
import { SeenContract } from './seen-contract.tsx'

/** A contract: what is left, the work under it, what belongs to it, and beside it what the customer sees. */
export const ContractPage = ({ contract }: { contract: StaffContract }) => {
  const { t } = useText()
  const mayWrite = isOffice(useMe())
  const [isChanging, setChanging] = useState(false)
  const { kind, name, customer, portal, startsOn, endsOn, timeZone, state, outsideId } = contract
  const back = t('staffContracts.back')
  const period = `${numericDay(startsOn, { timeZone })} – ${endsOn === null ? t('staffContracts.noEnd') : numericDay(endsOn, { timeZone })}`
  return (
    <main className="staff-main record-page" id="main" tabIndex={-1}>
      <header className="staff-head">
        <Link to="/contracts" className="icon-button" aria-label={back} title={back}>
          <ArrowLeft className="icon" aria-hidden="true" />
        </Link>
        <h1>{name}</h1>
        <p className="page-sub">
          <CustomerCell customer={customer} portal={portal} /> {period}
        </p>
        <Status kind={stateLooks[state]} pill>
          {t(`staffContracts.states.${state}`)}
        </Status>
        {mayWrite && (
          <div className="staff-head-end">
            <Button onClick={() => setChanging(true)}>
              <PenLine className="icon" aria-hidden="true" />
              {t('staffRecords.change')}
            </Button>
            <ContractMenu contract={contract} />
          </div>
        )}
      </header>
      <OutsideNote outsideId={outsideId} />
      <div className="record">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is scrolled with the keys */}
        <section className="record-main" aria-label={name} tabIndex={0}>
          <ContractFacts contract={contract} />
          {kind === 'service' && (
            <>
              <PackagesSection contract={contract} mayWrite={mayWrite} />
              <DocumentsSection contract={contract} mayWrite={mayWrite} />
              <CoverSection contract={contract} />
            </>
          )}
          <ActivitiesSection contract={contract} />
          <ChangesSection contract={contract} />
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is scrolled with the keys */}
        <aside className="record-side" aria-label={t('staffRecords.seen')} tabIndex={0}>
          <SeenContract contract={contract} />
        </aside>
      </div>
      {isChanging && <ContractDialog kind={kind} contract={contract} onClose={() => setChanging(false)} />}
    </main>
  )
}
