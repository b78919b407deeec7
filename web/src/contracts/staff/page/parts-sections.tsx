import type { StaffContract, StaffContractDocument, StaffPackage } from '@portico/contract/staff/records/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookText, PenLine, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { FileIcon } from '../../../ui/files/file-icon.tsx'
import { fileKind } from '../../../ui/files/file-kind.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { removeDocument, removePackage } from '../data.ts'
import { DocumentDialog } from '../form/document-dialog.tsx'
import { PackageDialog } from '../form/package-dialog.tsx'
import { LeftMeter } from '../left-meter.tsx'

type SectionProps = { contract: StaffContract; mayWrite: boolean }
type Opened<Item> = { act: 'add' } | { act: 'change' | 'remove'; item: Item }

type PartProps = { id: string; title: string; add: string; onAdd: (() => void) | undefined; children: ReactNode }

const Part = ({ id, title, add, onAdd, children }: PartProps) => (
  <section className="record-section" aria-labelledby={id}>
    <div className="section-head">
      <h2 id={id}>{title}</h2>
      {onAdd && (
        <Button onClick={onAdd}>
          <Plus className="icon" aria-hidden="true" />
          {add}
        </Button>
      )}
    </div>
    {children}
  </section>
)

type ToolsProps = { name: string; onChange: () => void; onRemove: () => void }

const Tools = ({ name, onChange, onRemove }: ToolsProps) => {
  const { t } = useText()
  return (
    <span className="row-tools">
      <IconButton label={t('staffRecords.changeOf', { name })} onClick={onChange}>
        <PenLine className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label={t('staffRecords.removeOf', { name })} onClick={onRemove}>
        <Trash2 className="icon" aria-hidden="true" />
      </IconButton>
    </span>
  )
}

/** The packages of a service contract, and what is left of them. */
export const PackagesSection = ({ contract, mayWrite }: SectionProps) => {
  const { t } = useText()
  const text = useFailureText()
  const [opened, setOpened] = useState<Opened<StaffPackage> | null>(null)
  const removing = useMutation(removePackage(useQueryClient()))
  const close = () => setOpened(null)
  return (
    <Part
      id="packages-title"
      title={t('staffContracts.packages.title')}
      add={t('staffContracts.packages.add')}
      onAdd={mayWrite ? () => setOpened({ act: 'add' }) : undefined}
    >
      {contract.packageList.length === 0 && <p className="quiet">{t('staffContracts.packages.none')}</p>}
      <ul className="part-lines">
        {contract.packageList.map(item => (
          <li key={item.id}>
            <span>
              <b>{item.name}</b>
              <span className="reason-line">{t('staffContracts.packages.activities', { count: item.activities })}</span>
            </span>
            <LeftMeter of={item} />
            {mayWrite && (
              <Tools
                name={item.name}
                onChange={() => setOpened({ act: 'change', item })}
                onRemove={() => setOpened({ act: 'remove', item })}
              />
            )}
          </li>
        ))}
      </ul>
      {opened && opened.act !== 'remove' && (
        <PackageDialog contract={contract} known={opened.act === 'change' ? opened.item : undefined} onClose={close} />
      )}
      {opened?.act === 'remove' && (
        <ConfirmDialog
          open
          danger
          title={t('staffContracts.packages.removeTitle', { name: opened.item.name })}
          confirm={t('staffRecords.remove')}
          cancel={t('words.cancel')}
          busy={removing.isPending}
          onCancel={close}
          onConfirm={() =>
            removing.mutate(opened.item, {
              onSuccess: () => {
                toast({ title: localized(t => t('staffRecords.removed')) })
                close()
              },
            })
          }
        >
          <p>
            {opened.item.activities > 0
              ? t('staffContracts.packages.removeWith', { count: opened.item.activities })
              : t('staffContracts.packages.removeEmpty')}
          </p>
          {removing.error && <Alert tone="danger">{text(removing.error)}</Alert>}
        </ConfirmDialog>
      )}
    </Part>
  )
}

/** The documents of a service contract. */
export const DocumentsSection = ({ contract, mayWrite }: SectionProps) => {
  const { t } = useText()
  const text = useFailureText()
  const [opened, setOpened] = useState<Opened<StaffContractDocument> | null>(null)
  const removing = useMutation(removeDocument(useQueryClient()))
  const close = () => setOpened(null)
  return (
    <Part
      id="documents-title"
      title={t('staffContracts.documents.title')}
      add={t('staffContracts.documents.add')}
      onAdd={mayWrite ? () => setOpened({ act: 'add' }) : undefined}
    >
      {contract.documents.length === 0 && <p className="quiet">{t('staffContracts.documents.none')}</p>}
      <ul className="part-lines">
        {contract.documents.map(item => (
          <li key={item.id}>
            <FileIcon kind={fileKind(item.fileName)} />
            <a href={item.url} target="_blank" rel="noreferrer">
              {item.documentName}
            </a>
            {mayWrite && (
              <Tools
                name={item.documentName}
                onChange={() => setOpened({ act: 'change', item })}
                onRemove={() => setOpened({ act: 'remove', item })}
              />
            )}
          </li>
        ))}
      </ul>
      {opened && opened.act !== 'remove' && (
        <DocumentDialog contract={contract} known={opened.act === 'change' ? opened.item : undefined} onClose={close} />
      )}
      {opened?.act === 'remove' && (
        <ConfirmDialog
          open
          danger
          title={t('staffContracts.documents.removeTitle', { name: opened.item.documentName })}
          confirm={t('staffRecords.remove')}
          cancel={t('words.cancel')}
          busy={removing.isPending}
          onCancel={close}
          onConfirm={() =>
            removing.mutate(opened.item.id, {
              onSuccess: () => {
                toast({ title: localized(t => t('staffRecords.removed')) })
                close()
              },
            })
          }
        >
          <p>{t('staffContracts.documents.removeText')}</p>
          {removing.error && <Alert tone="danger">{text(removing.error)}</Alert>}
        </ConfirmDialog>
      )}
    </Part>
  )
}

/** The assets that a service contract covers, and its tags; both are changed with the contract. */
export const CoverSection = ({ contract: { assets, tags } }: Pick<SectionProps, 'contract'>) => {
  const { t } = useText()
  if (assets.length + tags.length === 0) return null
  return (
    <section className="record-section" aria-labelledby="cover-title">
      <div className="section-head">
        <h2 id="cover-title">{t('staffContracts.assets.title')}</h2>
      </div>
      <div className="tags">
        {assets.map(({ id, name, folderName }) => (
          <Link key={id} className="tag" to="/assets/$assetid" params={{ assetid: id }}>
            <BookText className="icon" aria-hidden="true" />
            {folderName} – {name}
          </Link>
        ))}
        {tags.map(({ id, name, tagGroupName }) => (
          <span key={id} className="tag tag--outline">
            {tagGroupName ? `${tagGroupName}: ${name}` : name}
          </span>
        ))}
      </div>
    </section>
  )
}
