import { $isLinkNode, $toggleLink } from '@lexical/link'
import { $insertList, $removeList, ListNode } from '@lexical/list'
import { $createQuoteNode, $isQuoteNode } from '@lexical/rich-text'
import { $setBlocksType } from '@lexical/selection'
import { $getNearestNodeOfType, mergeRegister } from '@lexical/utils'
import {
  $createParagraphNode,
  $createTextNode,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  type BaseSelection,
  CAN_UNDO_COMMAND,
  COMMAND_PRIORITY_LOW,
  FORMAT_TEXT_COMMAND,
  type LexicalEditor,
  UNDO_COMMAND,
} from 'lexical'
import { Bold, Image, Italic, Link, List, ListOrdered, type LucideIcon, Quote, Underline, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { EditorLabels } from './editor-props.ts'
import { LinkForm } from './link-form.tsx'

type EditorToolbarProps = {
  editor: LexicalEditor
  labels: EditorLabels
  disabled: boolean
  onFiles: (files: File[]) => void
}

const plain = { bold: false, italic: false, underline: false, list: '', quote: false, link: '' }

const $stateOfSelection = (): typeof plain => {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return plain
  const node = selection.anchor.getNode()
  const parents = [node, ...node.getParents()]
  return {
    bold: selection.hasFormat('bold'),
    italic: selection.hasFormat('italic'),
    underline: selection.hasFormat('underline'),
    list: $getNearestNodeOfType(node, ListNode)?.getListType() ?? '',
    quote: parents.some($isQuoteNode),
    link: parents.find($isLinkNode)?.getURL() ?? '',
  }
}

/** The toolbar above a rich text: one tab stop, arrow keys move between the tools. */
export const EditorToolbar = ({ editor, labels, disabled, onFiles }: EditorToolbarProps) => {
  const [now, setNow] = useState(plain)
  const [canUndo, setCanUndo] = useState(false)
  const [linkAt, setLinkAt] = useState<BaseSelection | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  const pictures = useRef<HTMLInputElement>(null)

  useEffect(
    () =>
      mergeRegister(
        editor.registerUpdateListener(({ editorState }) => setNow(editorState.read($stateOfSelection))),
        editor.registerCommand(
          CAN_UNDO_COMMAND,
          can => {
            setCanUndo(can)
            return false
          },
          COMMAND_PRIORITY_LOW,
        ),
      ),
    [editor],
  )

  const toggleList = (type: 'bullet' | 'number') =>
    editor.update(() => (now.list === type ? $removeList() : $insertList(type)))
  const toggleQuote = () =>
    editor.update(() => {
      const selection = $getSelection()
      if (!$isRangeSelection(selection)) return
      $setBlocksType(selection, () => (now.quote ? $createParagraphNode() : $createQuoteNode()))
    })
  const setLink = (address: string | null) => {
    editor.update(() => {
      if (linkAt) $setSelection(linkAt.clone())
      const selection = $getSelection()
      if (address && $isRangeSelection(selection) && selection.isCollapsed() && now.link === '') {
        const text = $createTextNode(address)
        selection.insertNodes([text])
        text.select(0)
      }
      $toggleLink(address)
    })
    setLinkAt(null)
    editor.focus()
  }
  const roving = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('.editor-tool') ?? [])]
    const at = all.findIndex(one => one.matches(':focus'))
    if (by === 0 || at === -1) return
    event.preventDefault()
    all[(at + by + all.length) % all.length]?.focus()
  }
  const tool = (label: string, Icon: LucideIcon, onPress: () => void, pressed?: boolean, isFirst = false) => (
    <button
      type="button"
      className="editor-tool"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled || (onPress === undo && !canUndo)}
      tabIndex={isFirst ? 0 : -1}
      onPointerDown={event => event.preventDefault()}
      onMouseDown={event => event.preventDefault()}
      onClick={onPress}
    >
      <Icon className="icon" aria-hidden="true" />
    </button>
  )
  const undo = () => editor.dispatchCommand(UNDO_COMMAND, undefined)
  const format = (type: 'bold' | 'italic' | 'underline') => () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, type)
  return (
    <>
      <div className="editor-toolbar" role="toolbar" aria-label={labels.toolbar} ref={bar} onKeyDown={roving}>
        {tool(labels.bold, Bold, format('bold'), now.bold, true)}
        {tool(labels.italic, Italic, format('italic'), now.italic)}
        {tool(labels.underline, Underline, format('underline'), now.underline)}
        <span className="editor-sep" />
        {tool(labels.bulletedList, List, () => toggleList('bullet'), now.list === 'bullet')}
        {tool(labels.numberedList, ListOrdered, () => toggleList('number'), now.list === 'number')}
        {tool(labels.quote, Quote, toggleQuote, now.quote)}
        <span className="editor-sep" />
        {tool(
          labels.link,
          Link,
          () => setLinkAt(linkAt ? null : editor.read(() => $getSelection()?.clone() ?? null)),
          now.link !== '',
        )}
        {tool(labels.image, Image, () => pictures.current?.click())}
        <span className="editor-sep" />
        {tool(labels.undo, Undo2, undo)}
        <input
          ref={pictures}
          type="file"
          accept="image/*"
          multiple
          hidden
          tabIndex={-1}
          aria-hidden="true"
          onChange={event => {
            onFiles([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      {linkAt && (
        <LinkForm
          address={now.link}
          labels={labels}
          onApply={setLink}
          onClose={() => {
            setLinkAt(null)
            editor.focus()
          }}
        />
      )}
    </>
  )
}
