import { useMe } from '../session/use-me.ts'
import { portalLetter } from './portal-letter.ts'

/** Props of PortalMark. */
export type PortalMarkProps = { portal: { id: number; name: string; baseColor: string } }

/** A portal as a letter on its colour. A company with one portal has no use for it. */
export const PortalMark = ({ portal }: PortalMarkProps) => {
  const { portals } = useMe()
  const { name, baseColor } = portal
  const named = portals.map(({ id, webPortalName }) => ({ id, name: webPortalName }))
  return (
    <span className="portal-mark portal-theme" style={{ '--portal-base': baseColor }} title={name}>
      <span aria-hidden="true">{portalLetter(portal, named)}</span>
      <span className="sr-only">{name}</span>
    </span>
  )
}
