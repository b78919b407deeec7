import { useText } from '../../../../text/use-text.ts'
import { TextInput } from '../../../../ui/fields/text-input.tsx'
import { readCssColour } from '../draft/css-colour.ts'
import type { BrandDraftState } from '../draft/use-brand-draft.ts'
import { ChangedField } from './changed-field.tsx'

const swatches = ['#202124', '#0b6b5c', '#1a56db', '#c8102e', '#ff6a13', '#ffc629', '#5b6470', '#e3e5e8'] as const

/** The base colour: one of a few, from the browser's picker, or in any syntax of CSS. */
export const ColourPart = ({ draft, refused }: { draft: BrandDraftState; refused: boolean }) => {
  const { t } = useText()
  const { baseColor } = draft.values
  const colour = readCssColour(baseColor)
  const error = colour === undefined ? t('staffBrand.colourWrong') : refused && t('staffBrand.colourRefused')
  return (
    <ChangedField field="baseColor" label={t('staffBrand.colour')} draft={draft} error={error}>
      <div className="swatch-row">
        <input
          type="color"
          className="colour-picker"
          aria-label={t('staffBrand.colourPick')}
          value={colour ?? '#202124'}
          onChange={event => draft.set('baseColor', event.target.value)}
        />
        <TextInput
          className="num"
          value={baseColor}
          spellCheck={false}
          autoComplete="off"
          maxLength={100}
          onChange={event => draft.set('baseColor', event.target.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second frame within that of the field */}
      <div className="swatches" role="group" aria-label={t('staffBrand.swatches')}>
        {swatches.map(one => (
          <button
            key={one}
            type="button"
            className="swatch"
            style={{ '--swatch': one }}
            aria-pressed={one === colour}
            aria-label={t('staffBrand.swatch', { colour: one })}
            onClick={() => draft.set('baseColor', one)}
          />
        ))}
      </div>
    </ChangedField>
  )
}
