import { type ReactNode, useRef } from 'react'

type FolderButtonProps = { onFiles: (files: File[]) => void; className?: string; children: ReactNode }

/** Chooses a whole folder, for those who cannot drop one; what systems leave in folders is no file of it. */
export const FolderButton = ({ onFiles, className, children }: FolderButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={['link-button', className].filter(Boolean).join(' ')}
        onClick={() => input.current?.click()}
      >
        {children}
      </button>
      <input
        ref={node => {
          // React knows no such attribute.
          node?.setAttribute('webkitdirectory', '')
          input.current = node
        }}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])].filter(({ name }) => !name.startsWith('.') && name !== 'Thumbs.db'))
          target.value = ''
        }}
      />
    </>
  )
}
