import { useTranslation } from 'react-i18next'
import { useKeys } from '../../staff/session/use-keys.ts'

type PublishKeys = {
  move: (by: 1 | -1) => void
  tick: () => void
  correct: () => void
  publish: () => void
}

// Space presses what has the focus, unless that is a row.
const isOnControl = () =>
  document.activeElement?.matches('button:not(.row-link), a, input, select, textarea, [role="button"]') ?? false

/** The keys of the list: J and K move, Space ticks, E corrects, Control and Enter publish. */
export const usePublishKeys = ({ move, tick, correct, publish }: PublishKeys) => {
  const { t } = useTranslation()
  useKeys('publish', [
    { keys: 'j', text: t('staffPublish.keys.next'), repeats: true, run: () => move(1) },
    { keys: 'k', text: t('staffPublish.keys.previous'), repeats: true, run: () => move(-1) },
    {
      keys: ' ',
      text: t('staffPublish.keys.tick'),
      run: () => {
        if (isOnControl()) (document.activeElement as HTMLElement).click()
        else tick()
      },
    },
    { keys: 'e', text: t('staffPublish.keys.open'), run: correct },
    { keys: 'Control+Enter', text: t('staffPublish.keys.publish'), run: publish },
  ])
}
