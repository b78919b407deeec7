import type { InstallationCompany } from '@portico/contract/staff/installation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useLanguage } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { DismissButton, FormDialog } from '../../parts/form-dialog.tsx'
import { addCompany, addPortal, changeCompany, renamePortal } from './data.ts'

type NameDialogProps = {
  title: string
  text?: string
  confirm: string
  error: unknown
  busy: boolean
  ready: boolean
  onSend: () => void
  onClose: () => void
  children: ReactNode
}

const NameDialog = ({ title, text, confirm, error, busy, ready, onSend, onClose, children }: NameDialogProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const isTaken = error !== null && failureOf(error).code === 'conflict'
  const isWrong = error !== null && failureOf(error).code === 'invalid_request'
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !busy) onSend()
  }
  return (
    <FormDialog open onClose={onClose} title={title} className="dialog dialog--form">
      <form className="installation-form" onSubmit={send}>
        {text && <p>{text}</p>}
        {children}
        {error !== null && (
          <Alert tone="danger" title={t('staffInstallation.form.failed')}>
            {isTaken
              ? t('staffInstallation.form.taken')
              : isWrong
                ? t('staffInstallation.form.wrong')
                : failureText(error)}
          </Alert>
        )}
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button tone="primary" type="submit" busy={busy} disabled={!ready}>
            {confirm}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

type NameFieldProps = {
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
  isFirst?: boolean
}

const NameField = ({ label, hint, value, onChange, isFirst = false }: NameFieldProps) => (
  <Field label={label} hint={hint}>
    <TextInput
      value={value}
      maxLength={200}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
      {...(isFirst && { 'data-autofocus': '' })}
    />
  </Field>
)

type Added = { company: InstallationCompany; link: string }

/** Adds a company. */
export const AddCompanyDialog = ({ onClose, onAdded }: { onClose: () => void; onAdded: (added: Added) => void }) => {
  const { t } = useText()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const options = addCompany(client)
  const adding = useMutation({
    ...options,
    onSuccess: (added, ...rest) => {
      options.onSuccess?.(added, ...rest)
      onAdded(added)
    },
  })
  return (
    <NameDialog
      title={t('staffInstallation.companies.add')}
      text={t('staffInstallation.companies.addText')}
      confirm={t('staffInstallation.companies.add')}
      error={adding.error}
      busy={adding.isPending}
      ready={name.trim() !== ''}
      onSend={() => adding.mutate({ name })}
      onClose={onClose}
    >
      <NameField label={t('staffInstallation.companies.name')} value={name} onChange={setName} isFirst />
    </NameDialog>
  )
}

/** Renames a company. */
export const RenameCompanyDialog = ({ company, onClose }: { company: InstallationCompany; onClose: () => void }) => {
  const { t } = useText()
  const [name, setName] = useState(company.name)
  const changing = useMutation(changeCompany(useQueryClient(), company.id))
  return (
    <NameDialog
      title={t('staffInstallation.companies.renameTitle', { name: company.name })}
      confirm={t('staffInstallation.companies.rename')}
      error={changing.error}
      busy={changing.isPending}
      ready={name.trim() !== ''}
      onSend={() => changing.mutate({ name }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <NameField label={t('staffInstallation.companies.name')} value={name} onChange={setName} isFirst />
    </NameDialog>
  )
}

/** Adds a portal to a company. */
export const AddPortalDialog = ({ company, onClose }: { company: InstallationCompany; onClose: () => void }) => {
  const { t } = useText()
  const language = useLanguage()
  const [webPortalName, setName] = useState('')
  const [webPortalKey, setKey] = useState('')
  const [supportEmail, setEmail] = useState('')
  const adding = useMutation(addPortal(useQueryClient(), company.id))
  const body = {
    webPortalName,
    webPortalKey,
    language,
    ...(supportEmail.trim() && { supportEmail: supportEmail.trim() }),
  }
  return (
    <NameDialog
      title={t('staffInstallation.portal.title', { name: company.name })}
      confirm={t('staffInstallation.companies.addPortal')}
      error={adding.error}
      busy={adding.isPending}
      ready={webPortalName.trim() !== '' && webPortalKey.trim() !== ''}
      onSend={() => adding.mutate(body, { onSuccess: onClose })}
      onClose={onClose}
    >
      <NameField label={t('staffInstallation.portal.name')} value={webPortalName} onChange={setName} isFirst />
      <NameField
        label={t('staffInstallation.portal.key')}
        hint={t('staffInstallation.portal.keyHint')}
        value={webPortalKey}
        onChange={setKey}
      />
      <NameField
        label={t('staffInstallation.portal.email')}
        hint={t('staffInstallation.portal.emailHint')}
        value={supportEmail}
        onChange={setEmail}
      />
    </NameDialog>
  )
}

/** Renames a portal. */
export const RenamePortalDialog = ({
  portal,
  onClose,
}: {
  portal: InstallationCompany['portals'][number]
  onClose: () => void
}) => {
  const { t } = useText()
  const [name, setName] = useState(portal.webPortalName)
  const changing = useMutation(renamePortal(useQueryClient(), portal.id))
  return (
    <NameDialog
      title={t('staffInstallation.companies.renameTitle', { name: portal.webPortalName })}
      confirm={t('staffInstallation.companies.rename')}
      error={changing.error}
      busy={changing.isPending}
      ready={name.trim() !== ''}
      onSend={() => changing.mutate(name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <NameField label={t('staffInstallation.portal.name')} value={name} onChange={setName} isFirst />
    </NameDialog>
  )
}
