import { useLanguage } from '../../../../text/texts.ts'
import { useText } from '../../../../text/use-text.ts'
import { useDebounced } from '../../../../ui/palette/use-debounced.ts'
import { mailPreviewAddress } from '../../portal/data.ts'
import type { BrandValues } from '../draft/draft.ts'

type MailPreviewProps = { portalid: number; values: BrandValues; colour: string; width: number; height: number }

/** A mail of the portal, drawn by the server as it draws those that it sends. */
export const MailPreview = ({ portalid, values, colour, width, height }: MailPreviewProps) => {
  const { t } = useText()
  const language = useLanguage()
  const { logo, webPortalName } = values
  const address = useDebounced(
    mailPreviewAddress(portalid, { webPortalName, baseColor: colour, logo: logo ? 'space' : 'none', language }),
    300,
  )
  return (
    <iframe
      key={`${address} ${logo?.address}`}
      className="brand-frame"
      title={t('staffBrand.frame.mail')}
      sandbox="allow-same-origin"
      tabIndex={-1}
      src={address}
      width={width}
      height={height}
      onLoad={({ currentTarget: { contentDocument } }) => {
        const picture = contentDocument?.querySelector('img')
        if (picture && logo) picture.src = logo.address
        if (contentDocument) contentDocument.body.inert = true
      }}
    />
  )
}
