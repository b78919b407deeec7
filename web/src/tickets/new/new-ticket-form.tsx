import { fileSizeMax } from '@portico/contract/shapes'
import { attachmentsMax, titleMaxLength } from '@portico/contract/tickets'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { isViewing } from '../../api/viewing-tab.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useEditorLabels } from '../../text/editor-labels.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Editor } from '../../ui/editor/editor.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { DropZone } from '../../ui/files/file-drop.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { Select } from '../../ui/select/select.tsx'
import { AssetField } from '../../wiki/asset-picker.tsx'
import { useListAddress } from '../back-link.tsx'
import { MessageFilesList } from '../message-files/message-files-list.tsx'
import { uploadPictures } from '../message-files/upload-pictures.ts'
import { ticketTypes } from './data.ts'
import { type NewTicketStart, useNewTicket } from './use-new-ticket.ts'

/** Title, type, asset, description and attachments of a new ticket. `onStartOver` drops a restored draft. */
export const NewTicketForm = ({ onStartOver, ...start }: NewTicketStart & { onStartOver: () => void }) => {
  const { t } = useText()
  const here = useHere()
  const { me, contact } = useEntered()
  const navigate = useNavigate()
  const failureText = useFailureText()
  const editorLabels = useEditorLabels()
  const { address: listAddress } = useListAddress()
  const types = useQuery(ticketTypes(here.company))
  const { form, files, raise, notReady, guard } = useNewTicket(start, types.data)
  const { faults, hasFaults } = form
  const [isRestored, setRestored] = useState(start.draft !== null)
  const alert = useRef<HTMLDivElement>(null)
  const title = form.text('title')

  useEffect(() => {
    if (raise.isError || notReady) alert.current?.focus()
  }, [raise.isError, notReady])

  return (
    <>
      {guard}
      {raise.isPending && (
        <EmptyState icon={<Send className="icon" />} role="status" title={t('ticket.form.sending')}>
          {t('ticket.form.sendingText')}
        </EmptyState>
      )}
      <form className="form" {...form.props} hidden={raise.isPending}>
        {isRestored && (
          <Alert
            action={
              <button type="button" className="link-button" onClick={onStartOver}>
                {t('ticket.form.startOver')}
              </button>
            }
          >
            {t('ticket.form.restored')}
          </Alert>
        )}
        {hasFaults && <Alert tone="danger" title={t('errors.fill_all_required_fields')} />}
        {notReady && !hasFaults && (
          <Alert tone="warning" ref={alert}>
            {t(`ticket.form.${notReady}`)}
          </Alert>
        )}
        {raise.isError && !hasFaults && (
          <Alert tone="danger" title={t('ticket.form.failed')} ref={alert}>
            {`${failureText(raise.error)} ${t('ticket.form.kept')}`}
          </Alert>
        )}
        <Field label={t('ticket.form.titleField')} error={faults.title && t('ticket.form.titleMissing')}>
          <TextInput
            {...title}
            maxLength={titleMaxLength}
            autoComplete="off"
            onChange={event => {
              title.onChange(event)
              setRestored(false)
            }}
          />
        </Field>
        <div className="field-row">
          <div>
            <Field
              label={t('ticket.form.type')}
              error={
                (faults.taskTypeId && t('ticket.form.typeMissing')) || (types.isError && t('ticket.form.typesFailed'))
              }
            >
              <Select
                label={t('ticket.form.type')}
                placeholder={t('ticket.form.chooseType')}
                options={(types.data ?? []).map(({ id, name }) => ({ value: id, text: name }))}
                {...form.control('taskTypeId')}
                emptyText={types.isPending ? t('shell.loading') : t('words.noItems')}
              />
            </Field>
            {types.isError && (
              <button type="button" className="link-button" onClick={() => types.refetch()}>
                {t('words.retry')}
              </button>
            )}
          </div>
          {contact.viewContactWiki && (
            <Field label={t('pickers.assets.name')} mark={t('words.optional')}>
              <AssetField here={here} {...form.control('asset')} />
            </Field>
          )}
        </div>
        <Field
          as="group"
          label={t('ticket.form.description')}
          error={faults.description && t('ticket.form.descriptionMissing')}
        >
          <Editor
            mode={contact.portalSettings.disableHtmlEditor ? 'plain' : 'rich'}
            labels={editorLabels}
            {...form.control('description')}
            onFiles={uploadPictures(files)}
          />
        </Field>
        <Field as="group" label={t('ticket.form.attachments')} mark={t('words.optional')}>
          <DropZone
            onFiles={chosen => void files.uploads.add(chosen)}
            labels={{
              drop: t('files.drop'),
              choose: t('files.choose'),
              hint: t('files.hint', { files: attachmentsMax, max: fileSizeMax / 1024 / 1024 }),
            }}
          />
          <MessageFilesList files={files} />
        </Field>
        {me.email && me.notifications.ticketCreated && <p className="field-hint">{t('ticket.form.copy')}</p>}
        <div className="form-actions">
          <Button tone="primary" type="submit" disabled={isViewing}>
            {t('ticket.form.send')}
          </Button>
          <Button tone="ghost" onClick={() => void navigate(listAddress)}>
            {t('words.cancel')}
          </Button>
        </div>
      </form>
    </>
  )
}
