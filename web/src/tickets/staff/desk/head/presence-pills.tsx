import { Eye, PenLine } from 'lucide-react'
import { usePresence } from '../../../../staff/session/presence.ts'
import { useText } from '../../../../text/use-text.ts'
import { Avatar } from '../../../../ui/feedback/avatar.tsx'

/** The colleagues who have the ticket open too, those who write first. */
export const PresencePills = ({ ticketid }: { ticketid: number }) => {
  const { t } = useText()
  const people = usePresence(ticketid)
  const sorted = people.toSorted((a, b) => Number(b.state === 'writing') - Number(a.state === 'writing'))
  return (
    <span className="presences" role="status">
      {sorted.map(({ id, displayName, profileImage, state }) => {
        const Icon = state === 'writing' ? PenLine : Eye
        return (
          <span key={id} className="presence" data-presence={state === 'writing' ? 'replying' : 'viewing'}>
            <Avatar name={displayName} src={profileImage} />
            {t(`staffTicket.presence.${state}`, { name: displayName })}
            <Icon className="icon" aria-hidden="true" />
          </span>
        )
      })}
    </span>
  )
}
