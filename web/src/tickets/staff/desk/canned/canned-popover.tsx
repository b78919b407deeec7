import { Paperclip } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { localeOf } from '../../../../text/languages.ts'
import { useLanguage } from '../../../../text/texts.ts'
import { useText } from '../../../../text/use-text.ts'
import { previewOf } from './matching.ts'
import type { Canned } from './use-canned.ts'

type CannedPopoverProps = {
  canned: Canned
  /** Whose language the answer will be in. */
  to: string
  /** Opens the list to be edited, for those who may. */
  onEdit: (() => void) | undefined
}

/** The canned answers that are offered for what is typed behind a `/`. The text keeps the focus. */
export const CannedPopover = ({ canned, to, onEdit }: CannedPopoverProps) => {
  const { t } = useText()
  const locale = localeOf(useLanguage())
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { word, items, active, setActive, choose, isPending, isError } = canned
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (word === null) return null
  const chosen = items[active]
  const none = isError
    ? t('staffTicket.canned.listFailed')
    : isPending
      ? t('staffTicket.loading')
      : t('staffTicket.canned.none')
  return (
    <div className="popover canned" onPointerDown={event => event.preventDefault()}>
      <div className="option-group" aria-hidden="true">
        {word ? t('staffTicket.canned.for', { word }) : t('staffTicket.canned.all')}
      </div>
      {items.length === 0 && <p className="option-empty">{none}</p>}
      <div className="listbox" role="listbox" aria-label={t('staffTicket.canned.all')} ref={list}>
        {items.map((answer, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text, which has the focus
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={answer.id}
            id={`${id}-${index}`}
            className="option"
            role="option"
            aria-selected={index === active}
            data-active={index === active || undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => void choose(answer)}
          >
            <span className="option-text">
              <span className="ink">{answer.name}</span>
              <small>{previewOf(answer, locale)}</small>
            </span>
            {answer.files.length > 0 && <Paperclip className="icon icon--sm" aria-hidden="true" />}
            <span className="end">/{answer.shortcut}</span>
          </div>
        ))}
      </div>
      <p className="sr-only" role="status">
        {chosen ? t('staffTicket.canned.active', { name: chosen.name, count: items.length }) : none}
      </p>
      <div className="popover-foot">
        {onEdit ? (
          <button type="button" className="link-button" onClick={onEdit}>
            {t('staffTicket.canned.edit')}
          </button>
        ) : (
          <span>{t('staffTicket.canned.language', { name: to })}</span>
        )}
        <span className="canned-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> <kbd>↵</kbd> {t('staffTicket.canned.insert')}
        </span>
      </div>
    </div>
  )
}
