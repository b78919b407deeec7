import { fileSizeMax } from '@portico/contract/shapes'
import type { StaffContact } from '@portico/contract/staff/tickets'
import { attachmentsMax, titleMaxLength } from '@portico/contract/tickets'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { customer } from '../../../customers/staff/data.ts'
import { CustomerField } from '../../../staff/parts/records/customer-field.tsx'
import { useMe } from '../../../staff/session/use-me.ts'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useEditorLabels } from '../../../text/editor-labels.ts'
import { localeOf } from '../../../text/languages.ts'
import { useLanguage } from '../../../text/texts.ts'
import { useUploadListLabels } from '../../../text/upload-list-labels.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Editor } from '../../../ui/editor/editor.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { DropZone } from '../../../ui/files/file-drop.tsx'
import { isImageAttachment } from '../../../ui/files/file-kind.ts'
import { UploadList } from '../../../ui/files/upload-list.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { AssetPicker } from '../asset-picker.tsx'
import { choices, findContacts } from '../data.ts'
import { useRaise } from './use-raise.ts'
import './raise.css'

/** The customer that the address names: whoever comes from its page has chosen it. */
const useGivenContact = (): StaffContact | undefined => {
  const { contact } = useSearch({ from: '/signed-in/tickets' })
  const { data } = useQuery({ ...customer(contact ?? 0), enabled: contact !== undefined })
  return useMemo(
    () =>
      data && {
        id: data.id,
        companyName: data.companyName,
        portalId: data.portal.id,
        people: data.people
          .filter(({ state }) => state !== 'ended')
          .map(({ webUserId, referentName }) => ({ webUserId, referentName })),
      },
    [data],
  )
}

/** Raises a ticket for somebody who phones. */
export const RaiseScreen = () => {
  const { t } = useText()
  const me = useMe()
  const navigate = useNavigate()
  const failureText = useFailureText()
  const editorLabels = useEditorLabels()
  const uploadLabels = useUploadListLabels()
  const locale = localeOf(useLanguage())
  const known = useQuery(choices)
  const given = useGivenContact()
  const { form, uploads, raise, notReady, question, chooseContact } = useRaise(given)
  const { faults, hasFaults, values } = form
  const { contact } = values
  const alert = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const portal = known.data?.portals.find(({ id }) => id === contact?.portalId)
  useStaffScreen('staff-raise', t('staffRaise.title'))
  useEffect(() => {
    heading.current?.focus()
  }, [])
  useEffect(() => {
    if (raise.isError || notReady) alert.current?.focus()
  }, [raise.isError, notReady])
  const leave = () => void navigate({ to: '/tickets', search: true })
  return (
    <section className="desk raise" aria-labelledby="raise-title">
      {question}
      <header className="raise-head">
        <IconButton label={t('staffRaise.back')} className="raise-back" onClick={leave}>
          <ArrowLeft className="icon" aria-hidden="true" />
        </IconButton>
        <h2 id="raise-title" ref={heading} tabIndex={-1}>
          {t('staffRaise.title')}
        </h2>
        <IconButton label={t('words.close')} className="raise-close" onClick={leave}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      </header>
      <form className="form" {...form.props}>
        {hasFaults && <Alert tone="danger" title={t('errors.fill_all_required_fields')} />}
        {notReady && !hasFaults && (
          <Alert tone="warning" ref={alert}>
            {t(`staffRaise.${notReady}`)}
          </Alert>
        )}
        {raise.isError && !hasFaults && (
          <Alert tone="danger" title={t('staffRaise.failed')} ref={alert}>
            {failureText(raise.error)}
          </Alert>
        )}
        <div className="field-row">
          <Field label={t('staffRecords.customer.name')} error={faults.contact && t('staffRaise.customerMissing')}>
            <CustomerField
              value={contact && { value: contact.id, text: contact.companyName }}
              find={findContacts}
              onChange={(_, row) => chooseContact(row)}
            />
          </Field>
          <Field
            label={t('staffRaise.person')}
            mark={t('words.optional')}
            hint={contact ? t('staffRaise.personHint') : undefined}
          >
            <Select
              label={t('staffRaise.person')}
              placeholder={t('staffRaise.nobody')}
              options={(contact?.people ?? []).map(({ webUserId, referentName }) => ({
                value: webUserId,
                text: referentName,
              }))}
              nullable
              clearLabel={t('staffQueue.filter.clear')}
              emptyText={t(contact ? 'staffRaise.noPeople' : 'staffRaise.customerFirst')}
              {...form.control('webUserId')}
            />
          </Field>
        </div>
        <Field label={t('staffRaise.titleField')} error={faults.title && t('staffRaise.titleMissing')}>
          <TextInput {...form.text('title')} maxLength={titleMaxLength} autoComplete="off" />
        </Field>
        <div className="field-row">
          <Field
            label={t('staffRaise.type')}
            error={
              (faults.taskTypeId && t('staffRaise.typeMissing')) || (known.isError && t('staffQueue.choose.failed'))
            }
          >
            <Select
              label={t('staffRaise.type')}
              placeholder={t('staffRaise.chooseType')}
              options={(portal?.types ?? []).map(({ id, name }) => ({ value: id, text: name }))}
              emptyText={t(contact ? 'staffQueue.choose.none' : 'staffRaise.customerFirst')}
              {...form.control('taskTypeId')}
            />
          </Field>
          <Field label={t('staffQueue.filter.assignee')} mark={t('words.optional')}>
            <Select
              label={t('staffQueue.filter.assignee')}
              placeholder={t('staffQueue.unassigned')}
              options={(known.data?.staff ?? []).map(({ id, displayName }) => ({
                value: id,
                text: id === me.staffUserId ? t('staffQueue.choose.me', { name: displayName }) : displayName,
              }))}
              nullable
              clearLabel={t('staffQueue.filter.clear')}
              {...form.control('assigneeId')}
            />
          </Field>
          <Field label={t('pickers.assets.name')} mark={t('words.optional')}>
            {contact ? (
              <AssetPicker contactId={contact.id} {...form.control('asset')} />
            ) : (
              <p className="field-hint">{t('staffRaise.customerFirst')}</p>
            )}
          </Field>
          <Field label={t('staffRaise.due')} mark={t('words.optional')} hint={t('staffRaise.dueHint')}>
            <TextInput {...form.text('dueAt')} type="datetime-local" />
          </Field>
        </div>
        <Field
          as="group"
          label={t('staffRaise.description')}
          error={faults.description && t('staffRaise.descriptionMissing')}
        >
          <Editor
            mode="rich"
            labels={editorLabels}
            {...form.control('description')}
            {...(contact && {
              onFiles: async (chosen: File[]) =>
                (await uploads.add(chosen))
                  .filter(({ file }) => isImageAttachment(file.name))
                  .map(({ file, url }) => ({ url, name: file.name })),
            })}
          />
        </Field>
        <Field as="group" label={t('staffRaise.attachments')} mark={t('words.optional')}>
          {contact ? (
            <DropZone
              onFiles={chosen => void uploads.add(chosen)}
              labels={{
                drop: t('files.drop'),
                choose: t('files.choose'),
                hint: t('files.hint', { files: attachmentsMax, max: fileSizeMax / 1024 / 1024 }),
              }}
            />
          ) : (
            <p className="field-hint">{t('staffRaise.customerFirst')}</p>
          )}
          <UploadList uploads={uploads} labels={uploadLabels} locale={locale} />
        </Field>
        <div className="raise-actions">
          <Button tone="primary" type="submit" busy={raise.isPending}>
            {t('staffRaise.send')}
          </Button>
          <Button tone="ghost" onClick={leave}>
            {t('words.cancel')}
          </Button>
        </div>
      </form>
    </section>
  )
}
