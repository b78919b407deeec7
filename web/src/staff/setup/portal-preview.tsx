import { useText } from '../../text/use-text.ts'
import type { Logo } from './logo-field.tsx'

type PortalPreviewProps = { name: string; colour: string; logo: Logo | null }

/** A small picture of the portal's header and button in its colour. */
export const PortalPreview = ({ name, colour, logo }: PortalPreviewProps) => {
  const { t } = useText()
  const shown = name || t('staffSetup.welcome.previewPortal')
  return (
    <figure className="setup-preview">
      <figcaption>{t('staffSetup.welcome.previewTitle')}</figcaption>
      <div
        className="portal-theme preview-portal"
        data-scheme="light"
        role="img"
        aria-label={t('staffSetup.welcome.preview')}
        style={{ '--portal-base': colour }}
      >
        <div className="setup-preview-head">
          {logo ? <img src={logo.address} alt="" /> : <b>{shown}</b>}
          <span className="preview-avatar" />
        </div>
        <div className="setup-preview-body">
          <div className="preview-menu">
            <span data-current="">{t('staffSetup.welcome.previewTickets')}</span>
            <span>{t('staffSetup.welcome.previewContracts')}</span>
            <span>{t('staffSetup.welcome.previewInvoices')}</span>
          </div>
          <div className="preview-page">
            <b>{t('staffSetup.welcome.previewTickets')}</b>
            <span className="preview-button">{t('staffSetup.welcome.previewTicket')}</span>
            <span className="preview-line" />
            <span className="preview-line preview-line--short" />
            <span className="preview-line" />
          </div>
        </div>
        <div className="preview-foot" />
      </div>
    </figure>
  )
}
