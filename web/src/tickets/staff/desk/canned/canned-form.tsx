import { type Language, languages } from '@portico/contract/language'
import { type CannedAnswer, cannedAnswerFields, cannedAnswerMaxLength } from '@portico/contract/staff/canned-answers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureCode } from '../../../../api/api.ts'
import { failureOf, useFailureText } from '../../../../api/failures.ts'
import { useOnce } from '../../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../../staff/parts/form-dialog.tsx'
import { useEditorLabels } from '../../../../text/editor-labels.ts'
import { languageNames } from '../../../../text/languages.ts'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Editor } from '../../../../ui/editor/editor.tsx'
import type { EditorHandle } from '../../../../ui/editor/editor-props.ts'
import { Field } from '../../../../ui/fields/field.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { TextInput } from '../../../../ui/fields/text-input.tsx'
import { FileButton } from '../../../../ui/files/file-drop.tsx'
import { Alert } from '../../../../ui/overlay/alert.tsx'
import { Select } from '../../../../ui/select/select.tsx'
import { MessageFilesList } from '../../../message-files/message-files-list.tsx'
import { uploadPictures } from '../../../message-files/upload-pictures.ts'
import { useMessageFiles } from '../../../message-files/use-message-files.ts'
import { hasContent } from '../../../rules.ts'
import { choices } from '../../data.ts'
import { cannedAnswers, uploadForCanned, writeCanned } from './data.ts'

const everyPortal = 0

type CannedFormProps = { answer: CannedAnswer | null; onDone: () => void }

/** The dialog of a canned answer in three languages, with its fields, portal and files. */
export const CannedForm = ({ answer, onDone }: CannedFormProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const labels = useEditorLabels()
  const { data } = useQuery(choices)
  const [name, setName] = useState(answer?.name ?? '')
  const [shortcut, setShortcut] = useState(answer?.shortcut ?? '')
  const [portalId, setPortalId] = useState(answer?.portalId ?? everyPortal)
  const [language, setLanguage] = useState<Language>('it-IT')
  const [texts, setTexts] = useState<Record<Language, string>>({
    'it-IT': answer?.texts['it-IT'] ?? '',
    'en-EN': answer?.texts['en-EN'] ?? '',
    'es-ES': answer?.texts['es-ES'] ?? '',
  })
  const files = useMessageFiles(uploadForCanned, answer?.files ?? [])
  const editor = useRef<EditorHandle>(null)
  const once = useOnce()
  const client = useQueryClient()
  const write = useMutation(writeCanned(client))
  // The version that is changed. If somebody else was faster, the form says so, and the next try changes the newest version.
  const [version, setVersion] = useState(answer?.version ?? '')
  const takeNewest = (error: Error) => {
    const newest = client.getQueryData(cannedAnswers.queryKey)?.find(({ id }) => id === answer?.id)
    if (failureCode(error) === 'conflict' && newest) setVersion(newest.version)
  }
  const hasText = languages.some(one => hasContent(texts[one]))
  const isTooLong = languages.some(one => texts[one].length > cannedAnswerMaxLength)
  const isReady = name.trim() !== '' && shortcut.trim() !== '' && hasText && !isTooLong && !files.uploads.isBusy
  // Typing in the rich text is no input event, so the dialog does not notice it.
  const isChanged =
    name !== (answer?.name ?? '') ||
    shortcut !== (answer?.shortcut ?? '') ||
    portalId !== (answer?.portalId ?? everyPortal) ||
    languages.some(one => texts[one] !== (answer?.texts[one] ?? '')) ||
    files.arrived.length !== (answer?.files.length ?? 0) ||
    files.uploads.isBusy
  const isConflict = write.error !== null && failureCode(write.error) === 'conflict'
  const isTaken = isConflict && failureOf(write.error).fields.includes('body.shortcut')
  const isCrossed = isConflict && !isTaken && answer !== null
  const textOf = (one: Language) => (hasContent(texts[one]) ? texts[one] : null)

  const save = () => {
    const body = {
      name: name.trim(),
      shortcut: shortcut.trim(),
      portalId: portalId === everyPortal ? null : portalId,
      texts: { 'it-IT': textOf('it-IT'), 'en-EN': textOf('en-EN'), 'es-ES': textOf('es-ES') },
      files: files.arrived.map(({ id }) => id),
    }
    const known = answer && { id: answer.id, version }
    write.mutate({ known, body, key: once(body).key }, { onSuccess: onDone, onError: takeNewest })
  }
  const hasFiles = files.restored.length > 0 || files.uploads.files.length > 0 || files.uploads.problems.length > 0
  return (
    <FormDialog
      open
      onClose={onDone}
      isChanged={isChanged}
      className="dialog dialog--form dialog--canned"
      title={answer ? t('staffTicket.canned.editOne', { name: answer.name }) : t('staffTicket.canned.new')}
    >
      <div className="canned-row">
        <Field label={t('staffTicket.canned.name')}>
          <TextInput value={name} maxLength={120} onChange={event => setName(event.target.value)} data-autofocus="" />
        </Field>
        <Field
          label={t('staffTicket.canned.shortcut')}
          hint={t('staffTicket.canned.shortcutHint')}
          error={isTaken && t('staffTicket.canned.taken')}
        >
          <TextInput value={shortcut} maxLength={41} onChange={event => setShortcut(event.target.value)} />
        </Field>
      </div>
      {(data?.portals.length ?? 0) > 1 && (
        <Field label={t('staffTicket.canned.portal')}>
          <Select<number>
            label={t('staffTicket.canned.portal')}
            options={[
              { value: everyPortal, text: t('staffTicket.canned.everyPortal') },
              ...(data?.portals ?? []).map(({ id, name: portal }) => ({ value: id, text: portal })),
            ]}
            value={portalId}
            openOn="click"
            onChange={chosen => setPortalId(chosen ?? everyPortal)}
          />
        </Field>
      )}
      <SegmentedControl
        label={t('staffTicket.canned.languages')}
        options={languages.map(value => ({
          value,
          text: hasContent(texts[value]) ? languageNames[value] : `${languageNames[value]} –`,
        }))}
        value={language}
        onChange={setLanguage}
      />
      <Editor
        key={language}
        ref={editor}
        mode="rich"
        label={t('staffTicket.canned.textIn', { language: languageNames[language] })}
        labels={labels}
        value={texts[language]}
        onChange={html => setTexts(now => ({ ...now, [language]: html }))}
        onFiles={uploadPictures(files)}
        attachments={hasFiles ? <MessageFilesList files={files} /> : undefined}
        foot={
          <FileButton label={t('staffTicket.composer.attach')} onFiles={chosen => void files.uploads.add(chosen)} />
        }
      />
      <div className="canned-fields">
        <span id="canned-fields">{t('staffTicket.canned.fields')}</span>
        {cannedAnswerFields.map(field => (
          <button
            key={field}
            type="button"
            className="button button--sm"
            aria-describedby="canned-fields"
            onPointerDown={event => event.preventDefault()}
            onClick={() => editor.current?.insert?.(`{{${field}}}`, 0)}
          >
            {t(`staffTicket.canned.field.${field}`)}
          </button>
        ))}
      </div>
      {isTooLong && (
        <p className="field-error" role="alert">
          {t('staffTicket.composer.tooLong')}
        </p>
      )}
      {isCrossed && <Alert tone="warning">{t('staffTicket.canned.crossed')}</Alert>}
      {write.error && !isTaken && !isCrossed && (
        <Alert tone="danger" title={t('staffTicket.canned.notSaved')}>
          {failureText(write.error)}
        </Alert>
      )}
      <div className="button-row">
        <DismissButton>{t('words.cancel')}</DismissButton>
        <Button tone="primary" disabled={!isReady} busy={write.isPending} onClick={save}>
          {t('staffTicket.canned.save')}
        </Button>
      </div>
    </FormDialog>
  )
}
