import { Link } from '@tanstack/react-router'
import { TicketX } from 'lucide-react'
import { useHere, usePortal } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Shown in place of the form if the portal has no ticket types: a ticket must have one. */
export const NoTicketTypes = () => {
  const { t } = useText()
  const here = useHere()
  const portal = usePortal()
  return (
    <EmptyState
      icon={<TicketX className="icon" />}
      role="status"
      title={t('ticket.form.noTypes')}
      action={
        <Link to="/$company/$contactid/contacts" params={here} className={buttonClass({ tone: 'primary' })}>
          {t('ticket.form.noTypesContacts')}
        </Link>
      }
    >
      {t('ticket.form.noTypesText', { portal: portal?.webPortalName })}
    </EmptyState>
  )
}
