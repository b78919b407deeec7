import type { PublishBatch } from '@portico/contract/staff/publishing'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failureCode } from '../../api/api.ts'
import { localizedFailure } from '../../api/failures.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { publishList, publishOpenings, undoBatch } from './data.ts'

const Openings = ({ batchid }: { batchid: number }) => {
  const { t } = useText()
  const { data } = useQuery(publishOpenings(batchid))
  if (!data) return <p role="status">{t('staffPublish.undo.reading')}</p>
  const opened = data.filter(({ openedBy }) => openedBy.length > 0)
  const signed = data.filter(({ signedBy }) => signedBy.length > 0)
  return (
    <>
      {opened.length > 0 ? (
        <>
          <p>
            <b>{t('staffPublish.undo.openedTitle')}</b>
          </p>
          <ul className="undo-list">
            {opened.map(({ itemId, name, openedBy }) => (
              <li key={itemId}>{t('staffPublish.undo.opened', { name, people: openedBy.join(', ') })}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t('staffPublish.undo.nobody')}</p>
      )}
      {signed.length > 0 && (
        <>
          <p>
            <b>{t('staffPublish.undo.signedTitle')}</b>
          </p>
          <ul className="undo-list">
            {signed.map(({ itemId, name, signedBy }) => (
              <li key={itemId}>{t('staffPublish.undo.signed', { name, people: signedBy.join(', ') })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** What was published a moment ago, and the way back. */
export const UndoLine = ({ batch }: { batch: PublishBatch }) => {
  const { t } = useText()
  const format = useStaffFormat()
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { id, count, publishedOn, undoUntil } = batch
  const undo = useMutation({
    ...undoBatch(client),
    onSuccess: ({ outcomes }) => {
      setAsked(false)
      const kept = outcomes.filter(({ outcome }) => outcome === 'kept').length
      if (kept < outcomes.length) toast({ title: localized(t => t('staffPublish.undo.done')) })
      if (kept > 0) toast({ title: localized(t => t('staffPublish.undo.kept', { count: kept })), tone: 'warning' })
    },
    onError: error => {
      setAsked(false)
      const late = failureCode(error) === 'too_late'
      toast({
        title: late ? localized(t => t('staffPublish.undo.late')) : localized(localizedFailure(error)),
        tone: 'danger',
      })
    },
  })
  useEffect(() => {
    const left = Date.parse(undoUntil) - Date.now()
    const timer = setTimeout(
      () => void client.invalidateQueries({ queryKey: publishList.queryKey }),
      Math.max(left, 0) + 1000,
    )
    return () => clearTimeout(timer)
  }, [undoUntil, client])
  return (
    <div className="publish-undo" role="status">
      <span>
        {t('staffPublish.undo.line', { count, time: format.clock(publishedOn), until: format.clock(undoUntil) })}
      </span>
      <Button size="sm" onClick={() => setAsked(true)}>
        <Undo2 className="icon" aria-hidden="true" />
        {t('staffPublish.undo.button')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={t('staffPublish.undo.title', { count })}
        confirm={t('staffPublish.undo.button')}
        cancel={t('staffPublish.undo.cancel')}
        danger
        busy={undo.isPending}
        onCancel={() => setAsked(false)}
        onConfirm={() => undo.mutate(id)}
      >
        <p>{t('staffPublish.undo.text')}</p>
        <Openings batchid={id} />
      </ConfirmDialog>
    </div>
  )
}
