import type { BrandValues } from '../draft/draft.ts'

/** The portal's logo, or its name where there is none, as its pages show them. */
export const PreviewBrand = ({ values: { logo, logoPlate, webPortalName } }: { values: BrandValues }) =>
  logo ? (
    <img className={logoPlate ? 'brand-logo brand-logo--plate' : 'brand-logo'} src={logo.address} alt={webPortalName} />
  ) : (
    <span>{webPortalName}</span>
  )
