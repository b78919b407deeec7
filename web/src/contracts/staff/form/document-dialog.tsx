import type { StaffContract, StaffContractDocument } from '@portico/contract/staff/records/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { FileChoice } from '../../../staff/parts/file-choice.tsx'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { keepDocument } from '../data.ts'

type DocumentDialogProps = { contract: StaffContract; known?: StaffContractDocument | undefined; onClose: () => void }

/** Adds a document to a service contract, renames one, or puts another file in its place. */
export const DocumentDialog = ({ contract, known, onClose }: DocumentDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const attemptOf = useOnce()
  const keeping = useMutation(keepDocument(useQueryClient(), contract.id))
  const [name, setName] = useState(known?.documentName ?? '')
  const [file, setFile] = useState<File>()
  const [isMissing, setMissing] = useState(false)
  const save = () => {
    if (!known && !file) return setMissing(true)
    if (keeping.isPending) return
    const documentName = name.trim()
    keeping.mutate(
      {
        ...(known && { known }),
        ...(file && { file }),
        ...(documentName && { documentName }),
        key: attemptOf([documentName, file?.name, file?.size, file?.lastModified]).key,
      },
      {
        onSuccess: () => {
          toast({ title: localized(t => t('staffRecords.saved')) })
          onClose()
        },
      },
    )
  }
  const isCrossed = keeping.error && failureOf(keeping.error).code === 'conflict'
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--record"
      title={known ? t('staffContracts.documents.change') : t('staffContracts.documents.add')}
    >
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        {keeping.error && (
          <Alert tone="danger">{isCrossed ? t('staffRecords.crossedReload') : text(keeping.error)}</Alert>
        )}
        <FileChoice
          label={t('staffContracts.documents.file')}
          choose={t('staffContracts.documents.choose')}
          another={t('staffContracts.documents.another')}
          file={file}
          error={isMissing && !file ? t('staffContracts.documents.missing') : undefined}
          onFile={setFile}
        />
        <Field
          label={t('staffContracts.documents.name')}
          mark={known ? undefined : t('staffRecords.optional')}
          hint={t('staffContracts.documents.nameHint')}
        >
          <TextInput value={name} maxLength={200} autoComplete="off" onChange={event => setName(event.target.value)} />
        </Field>
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={keeping.isPending}>
            {t('staffRecords.save')}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
