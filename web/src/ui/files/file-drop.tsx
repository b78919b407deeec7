import { Paperclip, Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'

type OnFiles = (files: File[]) => void

/** The files of a drop or a paste, empty if it has only text. */
export const readFiles = (data: DataTransfer | null) => [...(data?.files ?? [])]

/** The file dialog: `choose` opens it; render `field`, its hidden input. */
export const useFileDialog = (onFiles: OnFiles) => {
  const input = useRef<HTMLInputElement>(null)
  return {
    choose: () => input.current?.click(),
    field: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={event => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    ),
  }
}

/** Files dropped on the element that gets the handlers `on`; `over` is how many are dragged over it, undefined while none are. */
export const useFileDrop = (onFiles: OnFiles) => {
  const [over, setOver] = useState<number>()
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.dataTransfer.items.length)
  }
  return {
    over,
    on: {
      onDragEnter: hover,
      onDragOver: hover,
      onDragLeave: (event: DragEvent) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
          setOver(undefined)
      },
      onDrop: (event: DragEvent) => {
        const files = readFiles(event.dataTransfer)
        setOver(undefined)
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      },
    },
  }
}

/** Props of DropZone: "Drop files here or" and, as a button, "choose from your device". */
export type DropZoneProps = {
  onFiles: OnFiles
  labels: { drop: ReactNode; choose: ReactNode; hint?: ReactNode }
  describedBy?: string
}

/** An area to drop or choose files. Files that are pasted anywhere on the page arrive here too. */
export const DropZone = ({ onFiles, labels, describedBy }: DropZoneProps) => {
  const { over, on } = useFileDrop(onFiles)
  const { choose, field } = useFileDialog(onFiles)
  const onFilesRef = useRef(onFiles)
  onFilesRef.current = onFiles
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = readFiles(event.clipboardData)
      if (event.defaultPrevented || files.length === 0) return
      event.preventDefault()
      onFilesRef.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return (
    <div className="drop-zone" data-over={over === undefined ? undefined : ''} {...on}>
      <Upload className="icon" aria-hidden="true" />
      <span>
        <span className="drop-words">{labels.drop} </span>
        <button type="button" className="link-button" onClick={choose} aria-describedby={describedBy}>
          {labels.choose}
        </button>
      </span>
      {labels.hint && <small>{labels.hint}</small>}
      {field}
    </div>
  )
}

/** A button that opens the file dialog, for a form without a drop zone. */
export const FileButton = ({ label, onFiles }: { label: string; onFiles: OnFiles }) => {
  const { choose, field } = useFileDialog(onFiles)
  return (
    <>
      <IconButton label={label} onClick={choose}>
        <Paperclip className="icon" aria-hidden="true" />
      </IconButton>
      {field}
    </>
  )
}
