import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

type FolderButtonProps = { onFiles: (files: File[]) => void }

/** Chooses a whole folder, for those who cannot drop one. */
export const FolderButton = ({ onFiles }: FolderButtonProps) => {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="link-button publish-folder" onClick={() => input.current?.click()}>
        {t('staffPublish.chooseFolder')}
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
