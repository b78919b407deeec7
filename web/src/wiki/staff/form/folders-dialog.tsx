import type { StaffFolder } from '@portico/contract/staff/records/assets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { folders, removeFolder, renameFolder } from '../data.ts'

type FoldersDialogProps = { customer: { id: number; companyName: string }; onClose: () => void }

type FolderLineProps = {
  folder: StaffFolder
  onError: (error: Error | null) => void
  /** Whether a name is typed that is not saved. */
  onTyped: (isNew: boolean) => void
}

const FolderLine = ({ folder, onError, onTyped }: FolderLineProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const renaming = useMutation({ ...renameFolder(client), onError, onSettled: (_, error) => error || onTyped(false) })
  const removing = useMutation({ ...removeFolder(client), onError })
  const [name, setName] = useState(folder.name)
  const isOther = (typed: string) => typed.trim() !== '' && typed.trim() !== folder.name
  const isNew = isOther(name)
  const rename = () => {
    onError(null)
    if (isNew) renaming.mutate({ folder, name: name.trim() })
  }
  return (
    <li>
      <TextInput
        aria-label={t('staffAssets.folders.nameOf', { name: folder.name })}
        value={name}
        maxLength={200}
        onChange={({ target }) => {
          setName(target.value)
          onTyped(isOther(target.value))
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          rename()
        }}
      />
      <span className="quiet">{t('staffAssets.count', { count: folder.assets })}</span>
      <span className="row-tools">
        {isNew && (
          <Button size="sm" onClick={rename} busy={renaming.isPending}>
            {t('staffRecords.save')}
          </Button>
        )}
        {folder.assets === 0 && (
          <IconButton
            label={t('staffRecords.removeOf', { name: folder.name })}
            onClick={() => removing.mutate(folder.id)}
          >
            <Trash2 className="icon" aria-hidden="true" />
          </IconButton>
        )}
      </span>
    </li>
  )
}

/** The folders of a customer: renamed here, and removed once they are empty. */
export const FoldersDialog = ({ customer, onClose }: FoldersDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const list = useQuery(folders(customer.id))
  const [error, setError] = useState<Error | null>(null)
  const [typed, setTyped] = useState<readonly number[]>([])
  return (
    <FormDialog
      open
      onClose={onClose}
      isChanged={typed.length > 0}
      className="dialog dialog--record"
      title={t('staffAssets.folders.title', { name: customer.companyName })}
    >
      {error && (
        <Alert tone="danger">
          {failureOf(error).code === 'conflict' ? t('staffRecords.crossedSome') : text(error)}
        </Alert>
      )}
      {list.error && <Alert tone="danger">{text(list.error)}</Alert>}
      {list.data?.length === 0 && <p className="quiet">{t('staffAssets.folders.none')}</p>}
      <ul className="folder-lines">
        {list.data?.map(folder => (
          <FolderLine
            key={`${folder.id} ${folder.version}`}
            folder={folder}
            onError={setError}
            onTyped={isNew => setTyped(now => [...now.filter(id => id !== folder.id), ...(isNew ? [folder.id] : [])])}
          />
        ))}
      </ul>
      <div className="button-row">
        <DismissButton>{t('staffRecords.close')}</DismissButton>
      </div>
    </FormDialog>
  )
}
