import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureText } from '../api/failures.ts'
import { localized } from '../text/localized.tsx'
import { useText } from '../text/use-text.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Field } from '../ui/fields/field.tsx'
import { Textarea } from '../ui/fields/textarea.tsx'
import { Alert } from '../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { toast } from '../ui/overlay/toasts.tsx'
import { decline, documentToSign } from './data.ts'
import { useReadAgain } from './use-document.ts'

/** The button that declines a document, with a confirmation. */
export const Decline = ({ documentkey, portal }: { documentkey: string; portal: string }) => {
  const { t } = useText()
  const failure = useFailureText()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const readAgain = useReadAgain(documentkey)
  const declining = useMutation({
    ...decline(documentkey),
    onSuccess: () => {
      toast({
        title: localized(t => t('signing.declining.done')),
        text: localized(t => t('signing.declining.doneText', { portal })),
        tone: 'success',
      })
      return queryClient.resetQueries(documentToSign(documentkey))
    },
    onError: readAgain,
  })
  return (
    <>
      <Button tone="ghost" onClick={() => setOpen(true)}>
        {t('signing.decline')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('signing.declining.title')}
        confirm={t('signing.declining.confirm')}
        cancel={t('signing.declining.cancel')}
        danger
        busy={declining.isPending}
        onConfirm={() => declining.mutate(reason)}
        onCancel={() => setOpen(false)}
      >
        <div className="form">
          <p>{t('signing.declining.text', { portal })}</p>
          {declining.error && <Alert tone="danger">{failure(declining.error)}</Alert>}
          <Field label={t('signing.declining.reason')} mark={t('words.optional')}>
            <Textarea rows={3} maxLength={2000} value={reason} onChange={event => setReason(event.target.value)} />
          </Field>
        </div>
      </ConfirmDialog>
    </>
  )
}
