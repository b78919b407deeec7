import { Link } from '@tanstack/react-router'
import { Bold, CalendarPlus, Paperclip, SquareSlash } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { useFailureText } from '../../../../api/failures.ts'
import { useMe } from '../../../../staff/session/use-me.ts'
import { useEditorLabels } from '../../../../text/editor-labels.ts'
import { RichText } from '../../../../text/rich-text.ts'
import { useText } from '../../../../text/use-text.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Editor } from '../../../../ui/editor/editor.tsx'
import type { EditorHandle } from '../../../../ui/editor/editor-props.ts'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { useFileDialog, useFileDrop } from '../../../../ui/files/file-drop.tsx'
import { CcField } from '../../../conversation/cc-field.tsx'
import { MessageFilesList } from '../../../message-files/message-files-list.tsx'
import { uploadPictures } from '../../../message-files/upload-pictures.ts'
import type { OpenTicket } from '../../data.ts'
import { CannedDialog } from '../canned/canned-dialog.tsx'
import { CannedPopover } from '../canned/canned-popover.tsx'
import { useCanned } from '../canned/use-canned.ts'
import type { Reader } from '../conversation/use-reading.ts'
import { type MessageContent, type Mode, modes } from './message-content.ts'
import { TimeFoot } from './time-foot.tsx'
import { type ComposerEvents, type ComposerState, useComposer } from './use-composer.ts'
import type { WorkedTime } from './worked-time.ts'

const bold = { b: <b /> }

/** What the rest of the screen does with the composer. */
export type ComposerHandle = {
  /** Goes to the text, of a mode where one is given. */
  write: (mode?: Mode) => void
  goToMinutes: () => void
  editCopies: () => void
  giveBack: (content: MessageContent, time?: WorkedTime) => void
  send: (closes: boolean) => void
  discard: () => void
  current: () => { content: MessageContent; time: WorkedTime; isEmpty: boolean }
}

type ComposerProps = ComposerEvents & {
  ticket: OpenTicket
  reader: { current: Reader }
  /** Takes the last answer back, if it is still held; says whether there was one. */
  onUndo: () => boolean
  onWriting: (isWriting: boolean) => void
  onTyping: () => void
  ref: Ref<ComposerHandle>
}

const isText = (target: EventTarget) => target instanceof HTMLElement && target.isContentEditable

/** Where answers and notes are written. All of it has another colour for a note. */
export const Composer = ({ ticket, reader, onSent, onCrossed, onUndo, onWriting, onTyping, ref }: ComposerProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const labels = useEditorLabels()
  const id = useId()
  const composer = useComposer({ ticket, reader, onSent, onCrossed })
  const { mode, content, isEmpty, files, time, notReady, failure, isBusy, cc } = composer
  const [editsCopies, setEditsCopies] = useState(false)
  const [hasTools, setHasTools] = useState(false)
  const [unresolved, setUnresolved] = useState<readonly string[]>([])
  const editor = useRef<EditorHandle>(null)
  const minutes = useRef<HTMLInputElement>(null)
  const addFiles = (chosen: File[]) => void files.uploads.add(chosen)
  const dialog = useFileDialog(addFiles)
  const drop = useFileDrop(addFiles)

  const me = useMe()
  const [editsCanned, setEditsCanned] = useState(false)
  const canned = useCanned({
    ticket,
    onInsert: ({ message, attachments, unresolved: left }, replaced) => {
      editor.current?.insert?.(message, replaced)
      files.keep(attachments)
      setUnresolved(left)
    },
  })

  const reported = useRef(false)
  if (reported.current !== composer.isWriting) {
    reported.current = composer.isWriting
    queueMicrotask(() => onWriting(reported.current))
  }

  const frame = useRef<HTMLElement>(null)
  // The text of the other mode is mounted first; the editor's own way then puts the caret at the end.
  const focusText = () =>
    requestAnimationFrame(() => {
      frame.current?.querySelector<HTMLElement>('.editor-area')?.focus()
      editor.current?.focus()
    })
  const change = (to: Mode) => {
    composer.setMode(to)
    focusText()
  }
  useImperativeHandle(ref, () => ({
    write: to => change(to ?? mode),
    goToMinutes: () => {
      minutes.current?.focus()
      minutes.current?.select()
    },
    editCopies: () => {
      composer.setMode('answer')
      setEditsCopies(true)
    },
    giveBack: (back, worked) => {
      composer.giveBack(back, worked)
      focusText()
    },
    send: closes => void composer.send(closes),
    discard: () => void composer.discard(),
    current: () => ({ content, time, isEmpty }),
  }))

  // Before the editor, which has keys of its own.
  const keys = (event: KeyboardEvent) => {
    // A dialog that was opened from here has keys of its own.
    if (event.target instanceof Element && event.target.closest('dialog')) return
    const control = event.ctrlKey || event.metaKey
    const act = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (isText(event.target) && canned.onKey(event)) act()
    else if (event.key === 'Enter' && control) {
      act()
      void composer.send(event.shiftKey)
    } else if (event.key === 'Tab' && isEmpty && !control && !event.shiftKey && !event.altKey && isText(event.target)) {
      act()
      change(mode === 'answer' ? 'note' : 'answer')
    } else if (event.key === 'Escape' && isText(event.target)) {
      act()
      if (event.target instanceof HTMLElement) event.target.blur()
    } else if (event.key.toLowerCase() === 'z' && control && !event.shiftKey && isEmpty && onUndo()) act()
  }

  const hasFiles = files.restored.length > 0 || files.uploads.files.length > 0 || files.uploads.problems.length > 0
  const problem = notReady && notReady !== 'cc' ? t(`staffTicket.composer.${notReady}`) : null
  return (
    <section
      className="composer"
      ref={frame}
      data-mode={mode}
      data-tools={hasTools || undefined}
      data-filled={!isEmpty || hasFiles || time.minutes !== '' || undefined}
      data-over={drop.over === undefined ? undefined : ''}
      aria-label={t(mode === 'answer' ? 'staffTicket.composer.answer' : 'staffTicket.composer.note')}
      onKeyDownCapture={keys}
      {...drop.on}
    >
      <div className="composer-top">
        <SegmentedControl
          label={t('staffTicket.composer.kind')}
          options={modes.map(value => ({ value, text: t(`staffTicket.composer.mode.${value}`) }))}
          value={mode}
          onChange={composer.setMode}
        />
        {mode === 'note' ? (
          <span className="composer-to">{t('staffTicket.composer.teamOnly')}</span>
        ) : (
          <Recipients ticket={ticket} cc={cc} isOpen={editsCopies} onOpen={() => setEditsCopies(!editsCopies)} />
        )}
      </div>
      {mode === 'answer' && (editsCopies || notReady === 'cc') && <Copies composer={composer} />}
      <p className="sr-only" id={`${id}-keys`}>
        {t('staffTicket.composer.keys')}
      </p>
      <Editor
        key={mode}
        ref={editor}
        mode="rich"
        label={t(mode === 'answer' ? 'staffTicket.composer.answerText' : 'staffTicket.composer.noteText')}
        labels={labels}
        placeholder={t(
          mode === 'answer' ? 'staffTicket.composer.answerPlaceholder' : 'staffTicket.composer.notePlaceholder',
        )}
        value={content.message}
        onChange={html => {
          composer.setMessage(html)
          if (html) onTyping()
        }}
        onFiles={uploadPictures(files)}
        attachments={hasFiles ? <MessageFilesList files={files} /> : undefined}
      />
      <CannedPopover
        canned={canned}
        to={ticket.raiser?.referentName ?? ticket.contact.companyName}
        onEdit={me.role === 'technician' ? undefined : () => setEditsCanned(true)}
      />
      {unresolved.some(name => content.message.includes(`{{${name}}}`)) && (
        <p className="composer-notice" role="status">
          {t('staffTicket.canned.unresolved', {
            fields: unresolved.filter(name => content.message.includes(`{{${name}}}`)).join(', '),
          })}
        </p>
      )}
      {(problem || failure !== null) && (
        <p className="field-error composer-error" role="alert">
          {problem ?? `${t('staffTicket.composer.failed')} ${failureText(failure)}`}
        </p>
      )}
      <TimeFoot
        ticket={ticket}
        time={time}
        onChange={composer.setTime}
        isMissing={notReady === 'activity'}
        minutesRef={minutes}
      />
      <div className="composer-foot">
        <IconButton label={t('staffTicket.composer.attach')} onClick={dialog.choose}>
          <Paperclip className="icon" aria-hidden="true" />
        </IconButton>
        {dialog.field}
        <IconButton
          label={t('staffTicket.canned.all')}
          aria-keyshortcuts="/"
          onClick={() => {
            frame.current?.querySelector<HTMLElement>('.editor-area')?.focus()
            editor.current?.insert?.('/', 0)
          }}
        >
          <SquareSlash className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('staffTicket.composer.format')}
          aria-pressed={hasTools}
          onClick={() => setHasTools(!hasTools)}
        >
          <Bold className="icon" aria-hidden="true" />
        </IconButton>
        <Link
          to="/visits"
          search={{ plan: ticket.id }}
          className="icon-button"
          aria-label={t('staffTicket.side.planVisit')}
          title={t('staffTicket.side.planVisit')}
          aria-keyshortcuts="V"
        >
          <CalendarPlus className="icon" aria-hidden="true" />
        </Link>
        <SendButtons composer={composer} isBusy={isBusy} />
      </div>
      {editsCanned && <CannedDialog onClose={() => setEditsCanned(false)} />}
    </section>
  )
}

const SendButtons = ({
  composer: { mode, isEmpty, time, send },
  isBusy,
}: {
  composer: ComposerState
  isBusy: boolean
}) => {
  const { t } = useText()
  const isTimeOnly = isEmpty && time.minutes.trim() !== ''
  const what = mode === 'answer' ? 'send' : 'add'
  return (
    <span className="button-pair">
      {!isTimeOnly && (
        <Button size="sm" aria-keyshortcuts="Control+Shift+Enter" disabled={isEmpty} onClick={() => void send(true)}>
          {t(`staffTicket.composer.${what}AndClose`)}
        </Button>
      )}
      <Button
        tone="primary"
        size="sm"
        busy={isBusy}
        aria-keyshortcuts="Control+Enter"
        disabled={isEmpty && !isTimeOnly}
        onClick={() => void send()}
      >
        {isTimeOnly ? t('staffTicket.composer.noteTime') : t(`staffTicket.composer.${what}`)}
        <kbd>Ctrl ↵</kbd>
      </Button>
    </span>
  )
}

type RecipientsProps = { ticket: OpenTicket; cc: string; isOpen: boolean; onOpen: () => void }

const Recipients = ({ ticket: { raiser, contact }, cc, isOpen, onOpen }: RecipientsProps) => {
  const { t } = useText()
  const values = { name: raiser?.referentName ?? contact.companyName, addresses: cc }
  return (
    <button
      type="button"
      className="composer-to"
      aria-expanded={isOpen}
      title={t('staffTicket.composer.editCopies')}
      onClick={onOpen}
    >
      <RichText
        i18nKey={
          raiser
            ? cc
              ? 'staffTicket.composer.toWithCopies'
              : 'staffTicket.composer.to'
            : cc
              ? 'staffTicket.composer.toAdminsWithCopies'
              : 'staffTicket.composer.toAdmins'
        }
        values={values}
        components={bold}
      />
      <span className="sr-only">, {t('staffTicket.composer.editCopies')}</span>
    </button>
  )
}

const Copies = ({ composer: { cc, setCc, notReady } }: { composer: ComposerState }) => {
  const { t } = useText()
  return (
    <div className="composer-copies">
      <CcField
        value={cc}
        onChange={setCc}
        checked={notReady === 'cc'}
        labels={{
          cc: t('staffTicket.composer.cc'),
          placeholder: t('staffTicket.composer.ccPlaceholder'),
          many: max => t('staffTicket.composer.ccMany', { max }),
          wrong: address => t('staffTicket.composer.ccAddress', { address }),
        }}
      />
    </div>
  )
}
