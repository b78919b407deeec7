import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** The pages of what is published, beside each other. */
export const PublishNav = () => {
  const { t } = useTranslation()
  return (
    <nav className="staff-tabs" aria-label={t('staffPublished.nav.label')}>
      <Link to="/publish" className="page-tab" activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
        {t('staffPublished.nav.toPublish')}
      </Link>
      <Link to="/publish/published" className="page-tab" activeProps={{ 'aria-current': 'page' }}>
        {t('staffPublished.nav.published')}
      </Link>
    </nav>
  )
}
