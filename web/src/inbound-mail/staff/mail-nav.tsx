import { Link } from '@tanstack/react-router'
import { useCurrentInView } from '../../staff/parts/use-current-in-view.ts'
import { useText } from '../../text/use-text.ts'

/** The pages of mail, beside each other. */
export const MailNav = () => {
  const { t } = useText()
  const current = { activeProps: { 'aria-current': 'page' as const }, className: 'page-tab' }
  return (
    <nav className="staff-tabs" aria-label={t('staffMail.lists')} ref={useCurrentInView()}>
      <Link to="/mail" search={{}} activeOptions={{ exact: true, includeSearch: false }} {...current}>
        {t('staffMail.waiting')}
      </Link>
      <Link to="/mail/bounced" {...current}>
        {t('staffMail.bouncedTab')}
      </Link>
    </nav>
  )
}
