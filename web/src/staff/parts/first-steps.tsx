import { Link } from '@tanstack/react-router'
import { ExternalLink, Upload, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../session/use-me.ts'
import './first-steps.css'

/** What comes next for a company that has no tickets yet. */
export const FirstSteps = () => {
  const { t } = useTranslation()
  const { portals, role } = useMe()
  const [portal] = portals
  return (
    <section className="first-steps" aria-labelledby="first-steps-title">
      <h2 id="first-steps-title">{t('staffFirst.title')}</h2>
      <p>{t('staffFirst.text')}</p>
      <ol>
        {role === 'administrator' && (
          <li>
            <UserPlus className="icon" aria-hidden="true" />
            <div>
              <Link to="/settings/accounts">{t('staffFirst.colleagues')}</Link>
              <p>{t('staffFirst.colleaguesText')}</p>
            </div>
          </li>
        )}
        <li>
          <Upload className="icon" aria-hidden="true" />
          <div>
            <b>{t('staffFirst.customers')}</b>
            <p>{t('staffFirst.customersText')}</p>
            <code>npx portico import clients.csv</code>
          </div>
        </li>
        {portal && (
          <li>
            <ExternalLink className="icon" aria-hidden="true" />
            <div>
              <b>{t('staffFirst.portal')}</b>
              <p>
                {t('staffFirst.portalText')}{' '}
                <a href={`/${portal.webPortalKey}`} target="_blank" rel="noopener">
                  {location.host}/{portal.webPortalKey}
                </a>
              </p>
            </div>
          </li>
        )}
      </ol>
    </section>
  )
}
