import {
  type FocusEvent,
  lazy,
  Suspense,
  startTransition,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useField } from '../fields/field.tsx'
import { readFiles } from '../files/file-drop.tsx'
import { useFetchAhead } from '../loading/fetch-ahead.ts'
import { loadPart } from '../loading/load-part.ts'
import { useAfterPress } from '../overlay/use-after-press.ts'
import type { AreaProps, EditorHandle, EditorProps } from './editor-props.ts'
import { PlainArea } from './plain-area.tsx'
import { htmlToText, isBlankHtml, textToHtml } from './plain-html.ts'

const load = () => import('./rich-editor.tsx')
const RichEditor = lazy(async () => ({ default: (await loadPart(load)).RichEditor }))

/**
 * An editor of rich text with formatting, lists, links and images, 200 px high, or of plain text, at least 100 px high.
 * The rich text is a chunk of its own; its frame has its size before it is loaded.
 */
export const Editor = ({
  mode,
  label,
  labels,
  collapsible = false,
  attachments,
  foot,
  onFiles,
  ref,
  ...area
}: EditorProps) => {
  const field = useField()
  const frame = useRef<HTMLDivElement>(null)
  const inner = useRef<EditorHandle>(null)
  const [isInside, setInside] = useState(false)
  const [focusesWhenLoaded, setFocusesWhenLoaded] = useState(false)
  // A collapsed editor is a plain line; the rich text is loaded when the pointer or the focus comes near.
  const [isNear, setNear] = useState(!collapsible || !isBlankHtml(area.value))
  const collapsed = collapsible && !isInside && !attachments && isBlankHtml(area.value)
  useImperativeHandle(ref, () => ({
    insert: (html, replaced) => inner.current?.insert?.(html, replaced),
    focus: () => {
      if (inner.current) return inner.current.focus()
      setNear(true)
      setFocusesWhenLoaded(true)
    },
  }))
  useFetchAhead(load, mode === 'rich')
  const afterPress = useAfterPress()
  const handleBlur = (event: FocusEvent) => {
    // A file dialog takes the focus from the whole window; the editor stays open.
    if (!(event.relatedTarget instanceof Node) || frame.current?.contains(event.relatedTarget)) return
    // Collapsing moves the page, and a pressed button must not move before the pointer is released.
    afterPress(() => {
      if (!frame.current?.contains(document.activeElement)) setInside(false)
    })
  }
  const naming = field
    ? {
        'aria-labelledby': field.labelId,
        'aria-describedby': field.describedBy,
        'aria-invalid': field.invalid || undefined,
      }
    : { 'aria-label': label }
  const shared: AreaProps = { ...area, naming, isReply: collapsible, focusRef: inner }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus and dropped files bubble up from the text inside
    <div
      className="editor"
      ref={frame}
      data-mode={mode}
      data-collapsed={collapsed || undefined}
      onPointerEnter={() => void load().catch(() => undefined)}
      onFocus={() => {
        setInside(true)
        // As a transition, so that the focused plain line stays until the rich text is loaded.
        startTransition(() => setNear(true))
      }}
      onBlur={handleBlur}
      onDrop={event => {
        const files = readFiles(event.dataTransfer)
        if (mode === 'rich' || files.length === 0) return
        event.preventDefault()
        void onFiles?.(files)
      }}
    >
      {mode === 'plain' ? (
        <PlainArea {...shared} onFiles={onFiles} />
      ) : (
        <Suspense
          fallback={
            <EditorPlaceholder {...shared} onFiles={onFiles} isLoading onActivate={() => setFocusesWhenLoaded(true)} />
          }
        >
          {isNear ? (
            <RichEditor {...shared} labels={labels} onFiles={onFiles} autoFocus={focusesWhenLoaded} />
          ) : (
            <EditorPlaceholder {...shared} onFiles={onFiles} onActivate={() => setFocusesWhenLoaded(true)} />
          )}
        </Suspense>
      )}
      {attachments && <div className="editor-attachments">{attachments}</div>}
      {foot && <div className="editor-foot">{foot}</div>}
    </div>
  )
}

type PlaceholderProps = AreaProps & Pick<EditorProps, 'onFiles'> & { isLoading?: boolean; onActivate: () => void }

/**
 * A textarea until the rich text is loaded, which may take long offline; the rich text starts with what is typed here. A
 * value with formatting is read-only until then, because a textarea would lose the formatting.
 */
const EditorPlaceholder = ({
  isReply,
  value,
  placeholder,
  naming,
  onChange,
  onSubmit,
  onFiles,
  isLoading,
  onActivate,
}: PlaceholderProps) => {
  const area = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  useLayoutEffect(() => {
    if (!area.current || shown.current === value) return
    shown.current = value
    area.current.innerText = htmlToText(value)
    area.current.toggleAttribute('data-empty', area.current.textContent === '')
  }, [value])
  const isPlain = isBlankHtml(value) || textToHtml(htmlToText(value)) === value
  return (
    <>
      <div className="editor-toolbar editor-toolbar--wait" aria-hidden="true" />
      {/* biome-ignore lint/a11y/useSemanticElements: it stands for the rich text that takes its place */}
      <div
        {...naming}
        ref={area}
        className={isReply ? 'editor-area editor-area--reply' : 'editor-area'}
        role="textbox"
        tabIndex={0}
        contentEditable={isPlain ? 'plaintext-only' : false}
        aria-readonly={!isPlain}
        suppressContentEditableWarning
        aria-multiline="true"
        aria-busy={isLoading}
        data-empty=""
        data-placeholder={placeholder}
        onFocus={onActivate}
        onInput={({ currentTarget }) => {
          currentTarget.toggleAttribute('data-empty', currentTarget.textContent === '')
          shown.current = textToHtml(currentTarget.innerText)
          onChange(shown.current)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.()
        }}
        onPaste={event => {
          const files = readFiles(event.clipboardData)
          if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
          event.preventDefault()
          void onFiles?.(files)
        }}
      />
    </>
  )
}
