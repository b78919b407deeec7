import { Link } from '@tanstack/react-router'
import { Building2, ExternalLink, LayoutTemplate, Upload, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../text/use-text.ts'
import { isAdministrator, isOffice } from '../session/routes.ts'
import { useMe } from '../session/use-me.ts'
import './first-steps.css'

type StepProps = { icon: ReactNode; title: ReactNode; children: ReactNode }

const Step = ({ icon, title, children }: StepProps) => (
  <li>
    {icon}
    <div>
      {title}
      <p>{children}</p>
    </div>
  </li>
)

/** What comes next for a company that has no tickets yet. */
export const FirstSteps = () => {
  const { t } = useText()
  const me = useMe()
  const [portal] = me.portals
  return (
    <section className="first-steps" aria-labelledby="first-steps-title">
      <h2 id="first-steps-title">{t('staffFirst.title')}</h2>
      <p>{t('staffFirst.text')}</p>
      <ol>
        {isOffice(me) && (
          <Step
            icon={<Building2 className="icon" aria-hidden="true" />}
            title={<Link to="/customers">{t('staffFirst.customers')}</Link>}
          >
            {t('staffFirst.customersText')}
          </Step>
        )}
        {isOffice(me) && (
          <Step
            icon={<Upload className="icon" aria-hidden="true" />}
            title={<Link to="/publish">{t('staffFirst.publish')}</Link>}
          >
            {t('staffFirst.publishText')}
          </Step>
        )}
        {isAdministrator(me) && (
          <Step
            icon={<LayoutTemplate className="icon" aria-hidden="true" />}
            title={<Link to="/portals">{t('staffFirst.look')}</Link>}
          >
            {t('staffFirst.lookText')}
          </Step>
        )}
        {isAdministrator(me) && (
          <Step
            icon={<UserPlus className="icon" aria-hidden="true" />}
            title={<Link to="/settings/accounts">{t('staffFirst.colleagues')}</Link>}
          >
            {t('staffFirst.colleaguesText')}
          </Step>
        )}
        {portal && (
          <Step icon={<ExternalLink className="icon" aria-hidden="true" />} title={<b>{t('staffFirst.address')}</b>}>
            {t('staffFirst.addressText')}{' '}
            <a href={`/${portal.webPortalKey}`} target="_blank" rel="noopener">
              {location.host}/{portal.webPortalKey}
            </a>
          </Step>
        )}
      </ol>
    </section>
  )
}
