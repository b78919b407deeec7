import { EyeOff } from 'lucide-react'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import './viewing.css'

const goBack = () => {
  window.close()
  // A tab that may not close itself becomes the staff room's.
  window.name = ''
  location.assign('/staff')
}

/** Says that the sight has ended, whatever the reason, with the way back. */
export const EndedScreen = () => {
  const { t } = useText()
  return (
    <main className="viewing-ended">
      <EmptyState
        heading="h1"
        icon={<EyeOff className="icon" />}
        title={t('viewingBar.ended')}
        action={
          <Button tone="primary" onClick={goBack}>
            {t('viewingBar.back')}
          </Button>
        }
      >
        {t('viewingBar.endedText')}
      </EmptyState>
    </main>
  )
}
