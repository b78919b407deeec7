import { CircleCheckBig, CircleDot, Tag, UserPlus, X } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Spinner } from '../../../ui/buttons/spinner.tsx'
import type { ChoiceKind } from './choice-dialog.tsx'

type SelectionBarProps = {
  count: number
  isWorking: boolean
  /** How many can be selected at once. */
  all: number
  onAll: () => void
  onAsk: (kind: ChoiceKind | 'close') => void
  onClear: () => void
}

const icons = { assign: UserPlus, step: CircleDot, type: Tag, close: CircleCheckBig }

/** What can be done with the selected tickets. */
export const SelectionBar = ({ count, isWorking, all, onAll, onAsk, onClear }: SelectionBarProps) => {
  const { t } = useText()
  return (
    <section className="selection-bar" aria-label={t('staffQueue.select.bar')}>
      <p role="status">
        {isWorking && <Spinner />}
        {t(isWorking ? 'staffQueue.done.working' : 'staffQueue.select.count', { count })}
      </p>
      {count < all && (
        <Button size="sm" tone="ghost" aria-keyshortcuts="Shift+A" disabled={isWorking} onClick={onAll}>
          {t('staffQueue.select.all', { count: all })}
        </Button>
      )}
      <IconButton label={t('staffQueue.select.clear')} onClick={onClear} disabled={isWorking}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
      <div className="selection-acts">
        {(['assign', 'step', 'type', 'close'] as const).map(kind => {
          const Icon = icons[kind]
          return (
            <Button key={kind} size="sm" disabled={isWorking || count === 0} onClick={() => onAsk(kind)}>
              <Icon className="icon" aria-hidden="true" />
              {t(`staffQueue.select.${kind}`)}
            </Button>
          )
        })}
      </div>
    </section>
  )
}
