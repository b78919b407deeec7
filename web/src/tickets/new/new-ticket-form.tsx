import { fileSizeMax } from '@portico/contract/shapes'
import { attachmentsMax, messageMaxLength, titleMaxLength, uploadTicketAttachment } from '@portico/contract/tickets'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../api/failures.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useLeaveGuard } from '../../session/use-leave-guard.tsx'
import { useOnce } from '../../session/use-once.ts'
import { useEditorLabels } from '../../text/editor-labels.ts'
import { spoken } from '../../text/spoken.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Editor } from '../../ui/editor/editor.tsx'
import { textOfHtml } from '../../ui/editor/plain-html.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { DropZone } from '../../ui/files/file-drop.tsx'
import { Alert } from '../../ui/overlay/alert.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { Select } from '../../ui/select/select.tsx'
import { AssetField, type ChosenAsset } from '../../wiki/asset-picker.tsx'
import { useListAddress } from '../back-link.tsx'
import { raiseTicket, ticketTypes } from '../data.ts'
import { keepDraft, type TicketDraft } from '../draft.ts'
import { MessageFilesList } from '../message-files/message-files-list.tsx'
import { takeFiles } from '../message-files/take-files.ts'
import { useMessageFiles } from '../message-files/use-message-files.ts'
import { missingFields, saysSomething, ticketNumber } from '../rules.ts'
import { raisedToast } from '../ticket-toasts.ts'

type Missing = ReturnType<typeof missingFields>[number]

type NewTicketFormProps = {
  draftKey: string
  kept: TicketDraft | null
  preset: { title: string; asset: ChosenAsset | null }
  onStartOver: () => void
}

const control = ':is(input:not([hidden]), textarea, .select-button, [contenteditable="true"])'

/** Title, type, asset, description and attachments of a new ticket (spec 5). Nothing typed is lost until it is sent. */
export const NewTicketForm = ({ draftKey, kept, preset, onStartOver }: NewTicketFormProps) => {
  const { t } = useTranslation()
  const here = useHere()
  const { me, contact } = useEntered()
  const plain = contact.portalSettings.disableHtmlEditor
  const navigate = useNavigate()
  const failureText = useFailureText()
  const { address: listAddress } = useListAddress()
  const types = useQuery(ticketTypes(here.company))
  const [title, setTitle] = useState(kept?.title || preset.title)
  const [taskTypeId, setTaskTypeId] = useState(kept?.taskTypeId ?? null)
  const [asset, setAsset] = useState(preset.asset ?? kept?.asset ?? null)
  const [description, setDescription] = useState(kept?.description ?? '')
  const [restored, setRestored] = useState(kept !== null)
  const [attempted, setAttempted] = useState(false)
  const [notReady, setNotReady] = useState<'uploading' | 'uploadFailed' | 'tooLong' | null>(null)
  const files = useMessageFiles(uploadTicketAttachment, kept?.files ?? [])
  const form = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const done = useRef(false)
  const attemptOf = useOnce(kept?.attempt)
  const [attempt, setAttempt] = useState(kept?.attempt)
  const editorLabels = useEditorLabels()
  const raise = useMutation(raiseTicket(useQueryClient(), here))

  const missing = attempted ? missingFields({ title, taskTypeId, description }) : []
  const errorOf = (field: Missing, text: string) => (missing.includes(field) ? text : undefined)
  const written =
    title.trim() !== preset.title.trim() ||
    saysSomething(description) ||
    files.arrived.length > 0 ||
    files.uploads.files.length > 0 ||
    taskTypeId !== null

  useEffect(() => {
    if (raise.isError || notReady) alert.current?.focus()
  }, [raise.isError, notReady])

  const { arrived } = files
  useEffect(() => {
    if (done.current) return
    keepDraft(draftKey, written ? { title, taskTypeId, asset, description, files: arrived, attempt } : null)
  }, [draftKey, written, title, taskTypeId, asset, description, arrived, attempt])

  const guard = useLeaveGuard(
    () => written && !done.current,
    {
      title: t('ticket.leave.title'),
      text: t('ticket.leave.text'),
      leave: t('ticket.leave.leave'),
      stay: t('ticket.leave.stay'),
    },
    () => {
      done.current = true
      keepDraft(draftKey, null)
    },
  )

  const focusOn = (field: Missing) => {
    const place = form.current?.querySelector<HTMLElement>(`[data-field="${field}"] ${control}`)
    place?.focus()
    place?.scrollIntoView({ block: 'center' })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (raise.isPending) return
    setAttempted(true)
    setNotReady(null)
    raise.reset()
    const first = missingFields({ title, taskTypeId, description })[0]
    if (first) return focusOn(first)
    if (files.uploads.isBusy || files.uploads.hasFailed)
      return setNotReady(files.uploads.isBusy ? 'uploading' : 'uploadFailed')
    const body = {
      title: title.trim(),
      taskTypeId,
      description: plain ? textOfHtml(description) : description,
      wikiElementId: contact.viewContactWiki ? (asset?.id ?? null) : null,
      attachments: arrived.map(({ id }) => id),
    }
    if (body.description.length > messageMaxLength) return setNotReady('tooLong')
    const sent = attemptOf(body)
    setAttempt(sent)
    raise.mutate(
      { body, key: sent.key },
      {
        onSuccess: raised => {
          done.current = true
          keepDraft(draftKey, null)
          toast({
            title: spoken(t => t('ticket.form.sent', { number: ticketNumber(raised) })),
            about: raisedToast(raised.id),
            action: {
              text: spoken(t => t('ticket.form.open')),
              onAction: () =>
                void navigate({
                  to: '/$company/$contactid/tickets/$ticketid',
                  params: { ...here, ticketid: raised.id },
                }),
            },
          })
          void navigate({ to: '/$company/$contactid/tickets', params: here })
        },
      },
    )
  }

  return (
    <>
      {guard}
      {raise.isPending && (
        <EmptyState icon={<Send className="icon" />} role="status" title={t('ticket.form.sending')}>
          {t('ticket.form.sendingText')}
        </EmptyState>
      )}
      <form className="form" ref={form} onSubmit={submit} noValidate hidden={raise.isPending}>
        {restored && (
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
        {missing.length > 0 && <Alert tone="danger" title={t('errors.fill_all_required_fields')} />}
        {notReady && missing.length === 0 && (
          <Alert tone="warning" ref={alert}>
            {t(`ticket.form.${notReady}`)}
          </Alert>
        )}
        {raise.isError && missing.length === 0 && (
          <Alert tone="danger" title={t('ticket.form.failed')} ref={alert}>
            {`${failureText(raise.error)} ${t('ticket.form.kept')}`}
          </Alert>
        )}
        <div data-field="title">
          <Field label={t('ticket.form.titleField')} error={errorOf('title', t('ticket.form.titleMissing'))}>
            <TextInput
              name="title"
              value={title}
              maxLength={titleMaxLength}
              autoComplete="off"
              onChange={event => {
                setTitle(event.target.value)
                setRestored(false)
              }}
            />
          </Field>
        </div>
        <div className="field-row">
          <div data-field="taskTypeId">
            <Field
              label={t('ticket.form.type')}
              error={
                errorOf('taskTypeId', t('ticket.form.typeMissing')) ?? (types.isError && t('ticket.form.typesFailed'))
              }
            >
              <Select
                label={t('ticket.form.type')}
                placeholder={t('ticket.form.chooseType')}
                options={(types.data ?? []).map(({ id, name }) => ({ value: id, text: name }))}
                value={taskTypeId}
                onChange={setTaskTypeId}
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
              <AssetField here={here} value={asset} onChange={setAsset} />
            </Field>
          )}
        </div>
        <div data-field="description">
          <Field
            as="group"
            label={t('ticket.form.description')}
            error={errorOf('description', t('ticket.form.descriptionMissing'))}
          >
            <Editor
              mode={plain ? 'plain' : 'rich'}
              labels={editorLabels}
              value={description}
              onChange={setDescription}
              onFiles={takeFiles(files)}
            />
          </Field>
        </div>
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
          <Button tone="primary" type="submit">
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
