import { customCssMax } from '@portico/contract/staff/portals'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useText } from '../../../../text/use-text.ts'
import { Textarea } from '../../../../ui/fields/textarea.tsx'
import { useDebounced } from '../../../../ui/palette/use-debounced.ts'
import { cssFaults } from '../../portal/data.ts'
import { cssClasses } from '../draft/css-classes.ts'
import type { BrandDraftState } from '../draft/use-brand-draft.ts'
import { ChangedField } from './changed-field.tsx'

const groups = Object.keys(cssClasses) as (keyof typeof cssClasses)[]

const offsetOf = (css: string, { line, column }: { line: number; column: number }) =>
  css
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, text) => sum + text.length + 1, column - 1)

/** The portal's own CSS: what is wrong with it, by line and column, and the classes that it may rely on. */
export const CssPart = ({ draft, portalid }: { draft: BrandDraftState; portalid: number }) => {
  const { t } = useText()
  const area = useRef<HTMLTextAreaElement>(null)
  const { customCss } = draft.values
  const settled = useDebounced(customCss, 500)
  const isLong = new TextEncoder().encode(customCss).length > customCssMax
  const { data: faults = [] } = useQuery({ ...cssFaults(portalid, settled), enabled: settled !== '' && !isLong })

  const goTo = (from: number, to = from) => {
    area.current?.focus()
    area.current?.setSelectionRange(from, to)
  }
  const insert = (selector: string) => {
    const before = customCss === '' || customCss.endsWith('\n') ? customCss : `${customCss}\n`
    const text = `${before}${selector} {\n  \n}\n`
    draft.set('customCss', text)
    // After the render that shows the text.
    requestAnimationFrame(() => goTo(text.length - 3))
  }
  return (
    <>
      <ChangedField
        field="customCss"
        label={t('staffBrand.css')}
        draft={draft}
        hint={t('staffBrand.cssHint')}
        error={isLong && t('staffBrand.cssLong', { size: customCssMax / 1024 })}
      >
        <Textarea
          ref={area}
          className="brand-code"
          value={customCss}
          spellCheck={false}
          rows={8}
          onChange={event => draft.set('customCss', event.target.value)}
        />
      </ChangedField>
      {customCss !== '' && faults.length > 0 && (
        <ul className="css-faults" aria-label={t('staffBrand.cssFaults')}>
          {faults.slice(0, 10).map(fault => (
            <li key={`${fault.code} ${fault.line} ${fault.column}`} data-fault={fault.code}>
              <button
                type="button"
                className="link-button"
                onClick={() => goTo(offsetOf(customCss, fault), offsetOf(customCss, fault) + 1)}
              >
                {t('staffBrand.cssAt', { line: fault.line, column: fault.column })}
              </button>{' '}
              {t(`staffBrand.cssFault.${fault.code}`)}
            </li>
          ))}
        </ul>
      )}
      <details className="brand-more">
        <summary>{t('staffBrand.classes')}</summary>
        <p className="field-hint">{t('staffBrand.classesHint')}</p>
        {groups.map(group => (
          <div key={group} className="class-group">
            <h3>{t(`staffBrand.classGroup.${group}`)}</h3>
            <p className="brand-tags">
              {cssClasses[group].map(selector => (
                <button key={selector} type="button" onClick={() => insert(selector)}>
                  <code>{selector}</code>
                </button>
              ))}
            </p>
          </div>
        ))}
      </details>
    </>
  )
}
