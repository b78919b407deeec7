import { DoorClosed } from 'lucide-react'
import { usePortal } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ContactList } from './contact-list.tsx'
import './portals.css'

/** The screen for a user without any permission, with whom to ask. */
export const NothingOpenScreen = () => {
  const { t } = useText()
  const portal = usePortal()
  useScreen('dashboard', t('shell.nothingOpen.title'))
  return (
    <div className="nothing-open">
      <EmptyState heading="h1" icon={<DoorClosed className="icon" />} title={t('shell.nothingOpen.title')}>
        {t('shell.nothingOpen.text')}
      </EmptyState>
      {portal && <ContactList portal={portal} />}
    </div>
  )
}
