import { type PrivacyVersion, privacyMaxLength } from '@portico/contract/staff/portal-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, useState } from 'react'
import { failureOf } from '../../../api/failures.ts'
import { PortalHtml } from '../../../page/portal-html.tsx'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { useUnsavedValues } from '../../../staff/parts/unsaved.tsx'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { htmlToText } from '../../../ui/editor/plain-html.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { loadPart } from '../../../ui/loading/load-part.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { privacyVersion, publishTerms } from '../settings/data.ts'
import { SaveFailure } from '../settings/save-failure.tsx'
import { Changes } from './changes.tsx'
import { termsToHtml } from './terms-source.ts'

type EditorProps = { portalid: number; versions: readonly PrivacyVersion[]; onDone: () => void }

/** The text that follows `2.1` is probably `2.2`; nothing is guessed of other names. */
const nextName = (name: string | null | undefined): string => {
  const match = /^(.*?)(\d{1,6})$/.exec(name ?? '')
  return match ? `${match[1]}${Number(match[2]) + 1}` : name ? '' : '1'
}

const modes = ['write', 'preview', 'changes'] as const

const TermsForm = ({ portalid, versions, onDone, html: before }: EditorProps & { html: string }) => {
  const { t } = useText()
  const { dayOf } = useStaffFormat()
  const [current] = versions
  const [mode, setMode] = useState<(typeof modes)[number]>('write')
  const [text, setText] = useState(before)
  const [isAsked, setAsked] = useState(false)
  const publish = useMutation({
    ...publishTerms(useQueryClient(), portalid),
    onSuccess: ({ version }) => {
      toast({ title: localized(t => t('staffPortalSettings.texts.published', { version: version ?? '' })) })
      onDone()
    },
  })
  const isCrossed = publish.error !== null && failureOf(publish.error).fields.includes('body.after')
  const form = useForm({
    initial: { version: nextName(current?.version), validFrom: dayOf(new Date()) },
    validate: ({ version }) => ({
      version: version.trim() === '' && t('staffPortalSettings.texts.required'),
      text: termsToHtml(text) === '' && t('staffPortalSettings.texts.required'),
    }),
    onSubmit: () => setAsked(true),
    onInvalid: ({ text }) => {
      if (text) setMode('write')
    },
  })
  const unsaved = useUnsavedValues({ ...form.values, text })
  const send = () => {
    setAsked(false)
    const { version, validFrom } = form.values
    publish.mutate(
      { html: termsToHtml(text), version: version.trim(), validFrom: validFrom || null, after: current?.id ?? null },
      {
        onError: error => {
          if (failureOf(error).fields.includes('body.version'))
            form.refuse({ version: t('staffPortalSettings.texts.versionTaken') })
        },
      },
    )
  }
  const paste = async (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text/html')
    const { selectionStart, selectionEnd } = event.currentTarget
    if (pasted === '') return
    event.preventDefault()
    const { cleanHtml } = await loadPart(() => import('../../../page/clean-html.ts'))
    setText(now => now.slice(0, selectionStart) + cleanHtml(pasted).trim() + now.slice(selectionEnd))
  }
  return (
    <form className="setting-part" {...form.props}>
      <div className="field-row">
        <Field label={t('staffPortalSettings.texts.version')} error={form.faults.version}>
          <TextInput {...form.text('version')} maxLength={50} autoComplete="off" />
        </Field>
        <Field label={t('staffPortalSettings.texts.validFrom')}>
          <TextInput {...form.text('validFrom')} type="date" />
        </Field>
      </div>
      <SegmentedControl
        label={t('staffPortalSettings.texts.mode')}
        value={mode}
        onChange={setMode}
        options={modes.map(value => ({ value, text: t(`staffPortalSettings.texts.modes.${value}`) }))}
      />
      {mode === 'write' && (
        <Field
          label={t('staffPortalSettings.texts.text')}
          hint={t('staffPortalSettings.texts.textHint')}
          error={form.faults.text}
        >
          <Textarea
            className="terms-text"
            name="terms"
            value={text}
            maxLength={privacyMaxLength}
            onChange={event => setText(event.target.value)}
            onPaste={event => void paste(event)}
          />
        </Field>
      )}
      {mode === 'preview' && (
        <div className="terms-shown">
          <PortalHtml className="prose" html={termsToHtml(text)} />
        </div>
      )}
      {mode === 'changes' && <Changes before={htmlToText(before)} after={htmlToText(termsToHtml(text))} />}
      {isCrossed ? (
        <Alert tone="warning">{t('staffPortalSettings.texts.crossed')}</Alert>
      ) : (
        !form.hasFaults && <SaveFailure error={publish.error} isCrossed={false} />
      )}
      <div className="button-row">
        <Button tone="ghost" onClick={() => unsaved.leave(onDone)}>
          {t('words.cancel')}
        </Button>
        <Button type="submit" tone="primary" busy={publish.isPending}>
          {t('staffPortalSettings.texts.publish')}
        </Button>
      </div>
      {unsaved.question}
      <ConfirmDialog
        open={isAsked}
        title={t('staffPortalSettings.texts.ask', { version: form.values.version.trim() })}
        confirm={t('staffPortalSettings.texts.confirm')}
        cancel={t('words.cancel')}
        onConfirm={send}
        onCancel={() => setAsked(false)}
      >
        {t('staffPortalSettings.texts.about')}
      </ConfirmDialog>
    </form>
  )
}

/** A new version of the privacy terms, which begins with the text that customers read now. */
export const TermsEditor = (props: EditorProps) => {
  const [first] = useState(() => props.versions[0])
  const query = useQuery({ ...privacyVersion(props.portalid, first?.id ?? 0), enabled: first !== undefined })
  if (!first) return <TermsForm {...props} html="" />
  return <Loaded query={query}>{({ html }) => <TermsForm {...props} html={html ?? ''} />}</Loaded>
}
