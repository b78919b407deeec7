import { useParams } from '@tanstack/react-router'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { Tab } from '../settings/tab.tsx'
import { Groups } from './groups.tsx'
import { Steps } from './steps.tsx'
import { Types } from './type-list.tsx'

/** The kinds and states of tickets, and the groups that work on them. */
export const TicketsScreen = () => {
  const { t } = useText()
  const { portalid } = useParams({ from: '/signed-in/portals/$portalid' })
  useStaffScreen('staff-portal-tickets', t('staffPortalSettings.tickets.title'))
  return (
    <Tab>
      <Types portalid={portalid} />
      <Steps portalid={portalid} />
      <Groups />
    </Tab>
  )
}
