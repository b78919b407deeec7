import { portalLogoMax, portalLogoSideMax } from '@portico/contract/staff/portals'
import { useRef, useState } from 'react'
import { Switch } from '../../../../staff/parts/switch.tsx'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import type { BrandLogo } from '../draft/draft.ts'
import type { BrandDraftState } from '../draft/use-brand-draft.ts'
import { ChangedField } from './changed-field.tsx'

const kinds = ['image/png', 'image/jpeg', 'image/webp']
const largest = portalLogoMax / 1024

type Fault = 'type' | 'bytes' | 'pixels'

const readAddress = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

const readLogo = async (file: File): Promise<{ logo: BrandLogo } | { fault: Fault }> => {
  if (!kinds.includes(file.type)) return { fault: 'type' }
  if (file.size > portalLogoMax) return { fault: 'bytes' }
  try {
    const address = await readAddress(file)
    const image = new Image()
    image.src = address
    await image.decode()
    const side = Math.max(image.naturalWidth, image.naturalHeight)
    return side > portalLogoSideMax ? { fault: 'pixels' } : { logo: { name: file.name, address } }
  } catch {
    return { fault: 'type' }
  }
}

/** The logo and the plate behind it. */
export const LogoPart = ({ draft, refused }: { draft: BrandDraftState; refused: boolean }) => {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<Fault>()
  const { logo, logoPlate, webPortalName, baseColor } = draft.values
  // The name of a published picture is that of its address, and says nothing.
  const nameOf = (one: BrandLogo | null) => {
    if (!one) return t('staffBrand.logoNone')
    return one.address.startsWith('data:') ? one.name : t('staffBrand.logoPublished')
  }
  const choose = async (file: File | undefined) => {
    if (!file) return
    const read = await readLogo(file)
    setFault('fault' in read ? read.fault : undefined)
    if ('logo' in read) draft.set('logo', read.logo)
  }
  const limits = { size: largest, side: portalLogoSideMax }
  return (
    <>
      <ChangedField
        as="group"
        field="logo"
        label={t('staffBrand.logo')}
        draft={draft}
        hint={t('staffBrand.logoHint', limits)}
        error={fault ? t(`staffBrand.logoFault.${fault}`, limits) : refused && t('staffBrand.logoFault.type', limits)}
      >
        <div className="logo-slot">
          <div
            className="logo-slot-plate portal-theme"
            data-scheme="light"
            style={{ '--portal-base': baseColor }}
            aria-hidden="true"
          >
            {logo ? (
              <img className={logoPlate ? 'brand-logo brand-logo--plate' : 'brand-logo'} src={logo.address} alt="" />
            ) : (
              <span className="ellipsis">{webPortalName}</span>
            )}
          </div>
          <div className="logo-slot-text">
            <span className="ellipsis">{nameOf(logo)}</span>
            <div className="button-row">
              <Button size="sm" onClick={() => input.current?.click()}>
                {t(logo ? 'staffBrand.logoReplace' : 'staffBrand.logoChoose')}
              </Button>
              {logo && (
                <Button size="sm" tone="ghost" onClick={() => draft.set('logo', null)}>
                  {t('staffBrand.logoRemove')}
                </Button>
              )}
            </div>
          </div>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('staffBrand.logo')}
            accept={kinds.join()}
            onChange={event => {
              void choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </div>
      </ChangedField>
      <div className="brand-switch">
        <Switch checked={logoPlate} onChange={checked => draft.set('logoPlate', checked)}>
          <span className="brand-switch-text">
            {t('staffBrand.plate')}
            <span className="field-hint">{t('staffBrand.plateHint')}</span>
          </span>
        </Switch>
      </div>
    </>
  )
}
