import { Link, useParams } from '@tanstack/react-router'
import { useText } from '../text/use-text.ts'

const active = { 'aria-current': 'page' } as const

/** The tabs of the portal's public pages, where there is no menu. */
export const PageTabs = () => {
  const { t } = useText()
  const params = useParams({ from: '/$company' })
  return (
    <nav className="page-tabs" aria-label={t('portals.pages')}>
      <Link className="page-tab" to="/$company/privacy" params={params} activeProps={active}>
        {t('shell.menu.privacy')}
      </Link>
      <Link className="page-tab" to="/$company/contacts" params={params} activeProps={active}>
        {t('shell.menu.contacts')}
      </Link>
      <Link className="page-tab" to="/$company/Login" params={params}>
        {t('portals.back')}
      </Link>
    </nav>
  )
}
