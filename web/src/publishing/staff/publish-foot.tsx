import type { PublishItem } from '@portico/contract/staff/publishing'
import { RichText } from '../../text/rich-text.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { isOnlyGuessed, isReady } from './row-words.ts'

const bold = { b: <b /> }

type PublishFootProps = {
  items: readonly PublishItem[]
  ticked: number
  notify: boolean
  isPublishing: boolean
  onNotify: (notify: boolean) => void
  onPublish: () => void
  /** Asks whether all rows that were guessed are right. */
  onConfirmAll: () => void
  onClearRefused: () => void
}

/** How many rows are ready, and the button that publishes them. */
export const PublishFoot = ({
  items,
  ticked,
  notify,
  isPublishing,
  onNotify,
  onPublish,
  onConfirmAll,
  onClearRefused,
}: PublishFootProps) => {
  const { t } = useText()
  const ready = items.filter(isReady).length
  const refused = items.filter(({ state }) => state === 'refused').length
  const open = items.length - ready - refused
  const guessed = items.filter(isOnlyGuessed).length
  return (
    <div className="publish-foot">
      <span role="status">
        <RichText i18nKey="staffPublish.ready" count={ready} components={bold} />
        {open > 0 && `, ${t('staffPublish.open', { count: open })}`}
        {refused > 0 && `, ${t('staffPublish.notTaken', { count: refused })}`}
      </span>
      {guessed > 1 && (
        <button type="button" className="link-button" onClick={onConfirmAll}>
          {t('staffPublish.confirmAll.button', { count: guessed })}
        </button>
      )}
      {refused > 0 && (
        <button type="button" className="link-button" onClick={onClearRefused}>
          {t('staffPublish.clearRefused')}
        </button>
      )}
      <span className="publish-go">
        <Checkbox
          checked={notify}
          title={t('staffPublish.notifyHint')}
          onChange={({ currentTarget }) => onNotify(currentTarget.checked)}
        >
          {t('staffPublish.notify')}
        </Checkbox>
        <Button
          tone="primary"
          busy={isPublishing}
          disabled={ticked === 0}
          onClick={onPublish}
          aria-keyshortcuts="Control+Enter"
        >
          {t('staffPublish.publish', { count: ticked })}
          <kbd>Ctrl ↵</kbd>
        </Button>
      </span>
    </div>
  )
}
