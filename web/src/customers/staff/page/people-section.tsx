import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { PlainTable } from '../../../staff/parts/plain-table.tsx'
import { useKeys } from '../../../staff/session/use-keys.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { OpenCustomer } from '../data.ts'
import { InviteDialog } from '../form/invite-dialog.tsx'
import { SignInRule } from './sign-in-rule.tsx'
import { usePeopleColumns } from './use-people-columns.tsx'
import { usePersonActs } from './use-person-acts.tsx'

type PeopleSectionProps = { customer: OpenCustomer; mayWrite: boolean }

/** The people of a customer, with a switch for each thing that they may see or do. */
export const PeopleSection = ({ customer, mayWrite }: PeopleSectionProps) => {
  const { t } = useText()
  const hasPortals = useMe().portals.length > 1
  const { people } = customer
  const [isInviting, setInviting] = useState(false)
  const mayInvite = mayWrite && !customer.isArchived
  const { acts, dialogs } = usePersonActs(customer)
  const columns = usePeopleColumns(mayWrite ? acts : undefined, mayInvite)
  useKeys(
    'customers',
    mayInvite ? [{ keys: 'i', text: t('staffCustomers.keys.invite'), run: () => setInviting(true) }] : [],
  )
  return (
    <section className="record-section" aria-labelledby="people-title">
      <div className="section-head">
        <h2 id="people-title">
          {t('staffCustomers.page.people')}{' '}
          <span className="page-count">{people.filter(({ state }) => state !== 'ended').length}</span>
        </h2>
        <p>{hasPortals ? t('staffCustomers.page.peopleText') : t('staffCustomers.page.peopleTextOne')}</p>
        {mayInvite && (
          <Button onClick={() => setInviting(true)}>
            <UserPlus className="icon" aria-hidden="true" />
            {t('staffCustomers.page.invite')}
          </Button>
        )}
      </div>
      {people.length === 0 ? (
        <p className="quiet">{mayInvite ? t('staffCustomers.page.nobody') : t('staffCustomers.page.nobodyRead')}</p>
      ) : (
        <PlainTable
          labelledBy="people-title"
          className="flags"
          columns={columns}
          rows={people}
          keyOf={({ id }) => id}
          rowAttributes={({ id, state }) => ({ 'data-state': state, 'data-person': id })}
        />
      )}
      <SignInRule contactid={customer.id} mayWrite={mayWrite} />
      {isInviting && <InviteDialog customer={customer} onClose={() => setInviting(false)} />}
      {dialogs}
    </section>
  )
}
