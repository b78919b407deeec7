import { useMemo } from 'react'
import { useText } from '../../../text/use-text.ts'
import { differenceOf } from './difference.ts'

/** What has changed between two texts: added words are marked, removed ones struck through. */
export const Changes = ({ before, after }: { before: string; after: string }) => {
  const { t } = useText()
  const pieces = useMemo(() => differenceOf(before, after), [before, after])
  if (pieces.every(({ kind }) => kind === 'same')) return <p>{t('staffPortalSettings.texts.changesNone')}</p>
  // The place names a piece: the list is drawn anew with every text.
  const placed = pieces.map((piece, place) => ({ ...piece, place }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keys
    <section className="terms-shown terms-diff" aria-label={t('staffPortalSettings.texts.compare')} tabIndex={0}>
      {placed.map(({ kind, text, place }) => {
        if (kind === 'same') return <span key={place}>{text}</span>
        return kind === 'added' ? (
          <ins key={place}>
            <span className="sr-only">{t('staffPortalSettings.texts.added')}: </span>
            {text}
          </ins>
        ) : (
          <del key={place}>
            <span className="sr-only">{t('staffPortalSettings.texts.removed')}: </span>
            {text}
          </del>
        )
      })}
    </section>
  )
}
