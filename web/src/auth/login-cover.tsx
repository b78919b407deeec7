import { Brand } from '../page/brand.tsx'
import { usePortal } from '../session/use-here.ts'
import { useText } from '../text/use-text.ts'

/** The cover of the login page: the portal's name, claim and contacts. */
export const LoginCover = () => {
  const { t } = useText()
  const portal = usePortal()
  const { supportPhone, supportHours, supportEmail } = portal ?? {}
  return (
    <aside className="auth-cover" aria-label={portal?.webPortalName ?? t('shell.footer')}>
      <div className="cover-brand">
        <Brand />
      </div>
      <p className="cover-title">{portal?.coverText ?? t('auth.login.cover')}</p>
      {(supportPhone || supportHours || supportEmail) && (
        <dl className="cover-contacts">
          {supportPhone && (
            <div>
              <dt>{t('auth.login.phone')}</dt>
              <dd>
                <a href={`tel:${supportPhone.replace(/[^+\d]/g, '')}`}>{supportPhone}</a>
              </dd>
            </div>
          )}
          {supportHours && (
            <div>
              <dt>{t('auth.login.hours')}</dt>
              <dd>{supportHours}</dd>
            </div>
          )}
          {supportEmail && (
            <div>
              <dt>{t('auth.login.email')}</dt>
              <dd>
                <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
              </dd>
            </div>
          )}
        </dl>
      )}
    </aside>
  )
}
