import { defaultBaseColor } from '@portico/contract/portals'
import type { StaffPortalChange, StaffPortalSettings } from '@portico/contract/staff/portals'

/** A logo: that of the portal at its address, or a new one as a `data:` address. */
export type BrandLogo = { name: string; address: string }

/** The look of a portal, as the editor has it. */
export type BrandValues = {
  webPortalName: string
  coverText: string
  baseColor: string
  logo: BrandLogo | null
  logoPlate: boolean
  footerCustomHtml: string
  customCss: string
}

/** A part of the look. */
export type BrandField = keyof BrandValues

/** What was changed and not published: the new values, and what they were published as when they were changed. */
export type BrandDraft = { values: Partial<BrandValues>; base: Partial<BrandValues> }

export const emptyDraft: BrandDraft = { values: {}, base: {} }

/** The colour that a portal without one of its own has. */
const inkColour = '#202124'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The look of a portal as its customers have it. */
export const publishedBrand = (portal: StaffPortalSettings): BrandValues => ({
  webPortalName: portal.webPortalName,
  coverText: portal.coverText ?? '',
  baseColor: portal.baseColor.replace(/\s/g, '').toLowerCase() === defaultBaseColor ? inkColour : portal.baseColor,
  logo: portal.logo && { name: portal.logo.name, address: portal.logo.url },
  logoPlate: portal.logoPlate,
  footerCustomHtml: portal.footerCustomHtml ?? '',
  customCss: portal.customCss ?? '',
})

/** The draft without a change. */
export const undoChange = ({ values, base }: BrandDraft, field: BrandField): BrandDraft => {
  const { [field]: _value, ...otherValues } = values
  const { [field]: _base, ...otherBase } = base
  return { values: otherValues, base: otherBase }
}

/** The draft with a new value; what is published anyway is no change. */
export const changeBrand = <Field extends BrandField>(
  draft: BrandDraft,
  published: BrandValues,
  field: Field,
  value: BrandValues[Field],
): BrandDraft => {
  if (isSame(value, published[field])) return undoChange(draft, field)
  const base = { [field]: published[field], ...draft.base }
  return { values: { ...draft.values, [field]: value }, base }
}

/** The names of what is changed. */
export const changedFields = ({ values }: BrandDraft) => Object.keys(values) as BrandField[]

/** Changed parts that somebody else has published otherwise since. */
export const crossedFields = (draft: BrandDraft, published: BrandValues) =>
  changedFields(draft).filter(field => field in draft.base && !isSame(draft.base[field], published[field]))

/** The draft after its reader has seen what somebody else has published. */
export const acceptPublished = (draft: BrandDraft, published: BrandValues): BrandDraft => {
  const kept = changedFields(draft).filter(field => !isSame(draft.values[field], published[field]))
  const pick = (values: Partial<BrandValues>) => Object.fromEntries(kept.map(field => [field, values[field]]))
  return { values: pick(draft.values), base: pick(published) }
}

/** The call that publishes a draft. `colour`: the base colour in a form that portals take. */
export const changeOf = ({ values }: BrandDraft, colour: string | undefined): StaffPortalChange => {
  const { logo, baseColor, ...texts } = values
  return {
    ...texts,
    ...(baseColor !== undefined && { baseColor: colour ?? baseColor }),
    ...(logo !== undefined && {
      logo: logo && { name: logo.name, content: logo.address.slice(logo.address.indexOf(',') + 1) },
    }),
  }
}

const nameOf = (account: number, portalid: number) => `staff-brand.${account}.${portalid}`

const isDraft = (value: unknown): value is BrandDraft =>
  typeof value === 'object' && value !== null && 'values' in value && 'base' in value

/** The draft of an account for a portal, kept in this browser until it is published. */
export const keptDraft = (account: number, portalid: number) => ({
  read: (): BrandDraft => {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(nameOf(account, portalid)) ?? 'null')
      return isDraft(value) ? value : emptyDraft
    } catch {
      return emptyDraft
    }
  },
  save: (draft: BrandDraft) => {
    try {
      if (changedFields(draft).length === 0) localStorage.removeItem(nameOf(account, portalid))
      else localStorage.setItem(nameOf(account, portalid), JSON.stringify(draft))
    } catch {
      // Without room the draft lives as long as the page.
    }
  },
})
