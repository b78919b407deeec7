import { useMutation, useQueryClient } from '@tanstack/react-query'
import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { type Finished, reopen } from './data.ts'

type DoneButtonsProps = { entry: Finished; size?: 'sm'; onMoreTime: () => void; onReopened?: () => void }

/** What is done with a visit that is done: more time, or it is not done after all. */
export const DoneButtons = ({ entry, size, onMoreTime, onReopened }: DoneButtonsProps) => {
  const { t } = useText()
  const undo = useMutation({
    ...reopen(useQueryClient()),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  return (
    <>
      <Button {...(size && { size })} onClick={onMoreTime}>
        {t('staffDay.moreTime')}
      </Button>
      <Button
        {...(size && { size })}
        tone="ghost"
        busy={undo.isPending}
        onClick={() => undo.mutate(entry, { onSuccess: () => onReopened?.() })}
      >
        {t('staffDay.reopen')}
      </Button>
    </>
  )
}
