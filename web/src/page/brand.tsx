import { useState } from 'react'
import { usePortal } from '../session/use-here.ts'

const wideFrom = 2

/** The portal's logo, or its name where there is none or it does not load. A mark that is no wide wordmark has the name beside it. */
export const Brand = () => {
  const portal = usePortal()
  const [ratio, setRatio] = useState<{ url: string; ratio: number }>()
  const name = portal?.webPortalName ?? ''
  const logo = portal?.logoUrl
  if (!logo) return <span>{name}</span>
  const known = ratio?.url === logo ? ratio.ratio : undefined
  const failed = known === 0
  return (
    <>
      {!failed && (
        <img
          className={portal.logoPlate ? 'brand-logo brand-logo--plate' : 'brand-logo'}
          src={logo}
          alt={known !== undefined && known < wideFrom ? '' : name}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setRatio({ url: logo, ratio: naturalWidth / Math.max(naturalHeight, 1) })
          }
          onError={() => setRatio({ url: logo, ratio: 0 })}
        />
      )}
      {known !== undefined && known < wideFrom && <span>{name}</span>}
    </>
  )
}
