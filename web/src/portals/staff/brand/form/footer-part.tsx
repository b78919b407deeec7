import { htmlAllowList } from '@portico/contract/values/html-allow-list'
import { useMemo } from 'react'
import { useText } from '../../../../text/use-text.ts'
import { Textarea } from '../../../../ui/fields/textarea.tsx'
import type { BrandDraftState } from '../draft/use-brand-draft.ts'
import { ChangedField } from './changed-field.tsx'

const kept: readonly string[] = htmlAllowList.tags

/** The tags that will not be kept, in the order of the text. */
const droppedTags = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const names = [...body.querySelectorAll('*')].map(({ localName }) => localName)
  return [...new Set(names.filter(name => !kept.includes(name)))]
}

/** The HTML below every page, and which of its tags stay. */
export const FooterPart = ({ draft }: { draft: BrandDraftState }) => {
  const { t } = useText()
  const { footerCustomHtml } = draft.values
  const dropped = useMemo(() => droppedTags(footerCustomHtml), [footerCustomHtml])
  return (
    <>
      <ChangedField
        field="footerCustomHtml"
        label={t('staffBrand.footer')}
        draft={draft}
        hint={t('staffBrand.footerHint')}
        error={
          dropped.length > 0 &&
          t('staffBrand.footerDropped', { count: dropped.length, tags: dropped.map(tag => `<${tag}>`).join(', ') })
        }
      >
        <Textarea
          className="brand-code"
          value={footerCustomHtml}
          spellCheck={false}
          rows={4}
          maxLength={200_000}
          onChange={event => draft.set('footerCustomHtml', event.target.value)}
        />
      </ChangedField>
      <details className="brand-more">
        <summary>{t('staffBrand.footerTags')}</summary>
        <p className="brand-tags">
          {kept.map(tag => (
            <code key={tag}>{tag}</code>
          ))}
        </p>
      </details>
    </>
  )
}
