import { useKeys } from '../../staff/session/use-keys.ts'
import { useText } from '../../text/use-text.ts'

type PublishKeys = {
  move: (by: 1 | -1) => void
  correct: () => void
  publish: () => void
}

/** The keys of the list: J and K move, Space ticks, E corrects, Control and Enter publish. */
export const usePublishKeys = ({ move, correct, publish }: PublishKeys) => {
  const { t } = useText()
  useKeys('publish', [
    { keys: 'j', text: t('staffPublish.keys.next'), repeats: true, run: () => move(1) },
    { keys: 'k', text: t('staffPublish.keys.previous'), repeats: true, run: () => move(-1) },
    // Pressed on a row, which takes it itself: here it is only listed.
    { keys: 'Space', text: t('staffPublish.keys.tick'), run: () => undefined },
    { keys: 'e', text: t('staffPublish.keys.open'), run: correct },
    { keys: 'Control+Enter', text: t('staffPublish.keys.publish'), run: publish },
  ])
}
