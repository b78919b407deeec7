import { Check, TriangleAlert } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { contrastOf, mendColour } from '../../../../staff/parts/colours.ts'
import { useStaffFormat } from '../../../../staff/session/use-staff-format.ts'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Field } from '../../../../ui/fields/field.tsx'
import { readCssColour } from '../draft/css-colour.ts'
import type { BrandDraftState } from '../draft/use-brand-draft.ts'

// WCAG 2.2: text 1.4.3, what is no text 1.4.11.
const rows = [
  { key: 'header', scheme: 'light', needed: 4.5 },
  { key: 'link', scheme: 'light', needed: 4.5 },
  { key: 'linkDark', scheme: 'dark', needed: 4.5 },
  { key: 'paper', scheme: 'light', needed: 3 },
] as const

type Ratios = Partial<Record<(typeof rows)[number]['key'], number>>

/** The contrast of what an element shows, as its style computes it. */
const measure = (element: HTMLElement) => {
  const { color, backgroundColor } = getComputedStyle(element)
  const [text, ground] = [readCssColour(color), readCssColour(backgroundColor)]
  return text && ground ? contrastOf(text, ground) : undefined
}

/** How the colour is read where it matters, and one click to a colour near it that is read well. */
export const Legibility = ({ draft }: { draft: BrandDraftState }) => {
  const { t } = useText()
  const { number } = useStaffFormat()
  const list = useRef<HTMLUListElement>(null)
  const [ratios, setRatios] = useState<Ratios>({})
  const colour = readCssColour(draft.values.baseColor)
  useLayoutEffect(() => {
    if (!colour) return
    const samples = list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    setRatios(Object.fromEntries([...samples].map(sample => [sample.dataset.row, measure(sample)])))
  }, [colour])
  return (
    <Field as="group" label={t('staffBrand.legibility')} hint={t('staffBrand.legibilityHint')}>
      <ul className="ratio-list" ref={list} aria-live="polite">
        {rows.map(({ key, scheme, needed }) => {
          const ratio = ratios[key]
          // Rounded down: what does not pass must not look as if it did.
          const shown = ratio !== undefined && number(Math.floor(ratio * 10) / 10)
          const passes = ratio !== undefined && ratio >= needed
          return (
            <li key={key} className="ratio">
              <span
                className="ratio-sample portal-theme"
                data-row={key}
                data-scheme={scheme}
                style={{ '--portal-base': colour ?? draft.published.baseColor }}
                aria-hidden="true"
              >
                Aa
              </span>
              <span>{t(`staffBrand.ratio.${key}`)}</span>
              <span className="num">{shown && `${shown} : 1`}</span>
              {ratio !== undefined &&
                (passes ? (
                  <span className="ok">
                    <Check className="icon" aria-hidden="true" />
                    {t('staffBrand.passes')}
                  </span>
                ) : (
                  <span className="fails">
                    <TriangleAlert className="icon" aria-hidden="true" />
                    <span className="sr-only">{t('staffBrand.fails', { needed: number(needed) })}</span>
                    <Button size="sm" onClick={() => colour && draft.set('baseColor', mendColour(colour))}>
                      {t('staffBrand.mend')}
                    </Button>
                  </span>
                ))}
            </li>
          )
        })}
      </ul>
    </Field>
  )
}
