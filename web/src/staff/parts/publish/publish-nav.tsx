import { Link } from '@tanstack/react-router'
import { useText } from '../../../text/use-text.ts'
import { useCurrentInView } from '../use-current-in-view.ts'

/** The pages of what is published, beside each other. */
export const PublishNav = () => {
  const { t } = useText()
  return (
    <nav className="staff-tabs" aria-label={t('staffPublishNav.label')} ref={useCurrentInView()}>
      <Link to="/publish" className="page-tab" activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
        {t('staffPublishNav.toPublish')}
      </Link>
      <Link to="/publish/published" className="page-tab" activeProps={{ 'aria-current': 'page' }}>
        {t('staffPublishNav.published')}
      </Link>
      <Link to="/publish/signatures" className="page-tab" activeProps={{ 'aria-current': 'page' }}>
        {t('staffPublishNav.signatures')}
      </Link>
    </nav>
  )
}
