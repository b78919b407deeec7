import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { buttonClass } from '../ui/buttons/button-class.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { beginAnew } from './follow-session.ts'
import { useKeptPage } from './kept-page.ts'

/** Covers a page that is kept although its session has ended, and leads to the sign-in in another tab: this one keeps what is typed. */
export const SessionOver = () => {
  const { t } = useText()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { isKept } = useKeptPage()
  return (
    <Dialog
      open={isKept}
      onClose={() => undefined}
      title={t('staffShell.over.title')}
      role="alertdialog"
      className="dialog session-over"
    >
      <p>{t('staffShell.over.text')}</p>
      <div className="button-row" data-kept-open="">
        <Button tone="ghost" onClick={() => beginAnew(router, queryClient)}>
          {t('staffShell.unsaved.leave')}
        </Button>
        <a
          className={buttonClass({ tone: 'primary' })}
          href="/staff/login"
          target="_blank"
          data-autofocus=""
          rel="noopener"
        >
          {t('staffShell.over.signIn')}
        </a>
      </div>
    </Dialog>
  )
}
