import type { InvitedPerson } from '@portico/contract/staff/customers/customers'
import { useText } from '../../../text/use-text.ts'
import { InvitationLinks } from './links-dialog.tsx'

/** What became of those who were invited. */
export const InvitedList = ({ results }: { results: readonly InvitedPerson[] }) => {
  const { t } = useText()
  const links = results.flatMap(({ email, link }) => (link === null ? [] : [{ email, link }]))
  return (
    <>
      {links.length < results.length && (
        <ul className="invite-read">
          {results.map(({ email, outcome }) => (
            <li key={email}>
              <b>{email}</b>
              <span className="quiet">{t(`staffCustomers.invite.outcome.${outcome}`)}</span>
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && <InvitationLinks links={links} />}
    </>
  )
}
