import { DoorClosed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePortal } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ContactList } from './contact-list.tsx'
import './portals.css'

/** Says that no section is open to the contact yet, and whom to ask (decisions 3). */
export const NothingOpenScreen = () => {
  const { t } = useTranslation()
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
