import type { CannedAnswer } from '@portico/contract/staff/canned-answers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure } from '../../../../api/failures.ts'
import { localized } from '../../../../text/localized.tsx'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { toast } from '../../../../ui/overlay/toasts.tsx'
import { CannedForm } from './canned-form.tsx'
import { cannedAnswers, removeCanned } from './data.ts'

/** The canned answers, to be made, changed and removed where one works. */
export const CannedDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useText()
  const { data = [] } = useQuery(cannedAnswers)
  const [edited, setEdited] = useState<CannedAnswer | 'new' | null>(null)
  const [removed, setRemoved] = useState<CannedAnswer | null>(null)
  const remove = useMutation({
    ...removeCanned(useQueryClient()),
    onError: error =>
      toast({
        tone: 'danger',
        title: localized(t => t('staffTicket.canned.notRemoved')),
        text: localized(localizedFailure(error)),
      }),
    onSettled: () => setRemoved(null),
  })
  return (
    <Dialog open onClose={onClose} title={t('staffTicket.canned.all')} className="dialog dialog--form dialog--canned">
      <ul className="action-list canned-list">
        {data.map(answer => (
          <li key={answer.id}>
            <span className="option-text">
              <span className="ink">{answer.name}</span>
              <small>/{answer.shortcut}</small>
            </span>
            {answer.editable && (
              <span className="button-pair">
                <Button size="sm" onClick={() => setEdited(answer)}>
                  {t('staffTicket.canned.change')}
                  <span className="sr-only"> {answer.name}</span>
                </Button>
                <Button size="sm" tone="ghost" onClick={() => setRemoved(answer)}>
                  {t('staffTicket.canned.remove')}
                  <span className="sr-only"> {answer.name}</span>
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className="button-row">
        <Button tone="ghost" onClick={onClose}>
          {t('words.close')}
        </Button>
        <Button tone="primary" onClick={() => setEdited('new')}>
          <Plus className="icon" aria-hidden="true" />
          {t('staffTicket.canned.new')}
        </Button>
      </div>
      {edited !== null && <CannedForm answer={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      <ConfirmDialog
        open={removed !== null}
        title={t('staffTicket.canned.removeTitle', { name: removed?.name })}
        confirm={t('staffTicket.canned.remove')}
        cancel={t('words.cancel')}
        danger
        busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed.id)}
        onCancel={() => setRemoved(null)}
      >
        {t('staffTicket.canned.removeText')}
      </ConfirmDialog>
    </Dialog>
  )
}
