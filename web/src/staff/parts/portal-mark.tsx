/** Props of PortalMark. */
export type PortalMarkProps = { portal: { name: string; baseColor: string } }

/** A portal as a letter on its colour. A company with one portal has no use for it. */
export const PortalMark = ({ portal: { name, baseColor } }: PortalMarkProps) => (
  <span className="portal-mark portal-theme" style={{ '--portal-base': baseColor }} title={name}>
    <span aria-hidden="true">{[...name.trim()][0]?.toLocaleUpperCase()}</span>
    <span className="sr-only">{name}</span>
  </span>
)
