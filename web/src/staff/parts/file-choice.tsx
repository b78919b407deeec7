import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'

/** Props of FileChoice. `accept` is what the file dialog offers first. */
export type FileChoiceProps = {
  label: string
  choose: string
  another: string
  file: File | undefined
  error?: string | undefined
  accept?: string
  onFile: (file: File) => void
}

/** Chooses one file from the device, in a form. */
export const FileChoice = ({ label, choose, another, file, error, accept, onFile }: FileChoiceProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Field as="group" label={label} error={error}>
      <div className="file-choice">
        <Button onClick={() => input.current?.click()}>
          <Upload className="icon" aria-hidden="true" />
          {file ? another : choose}
        </Button>
        <span className="file-choice-name">{file?.name}</span>
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          aria-hidden="true"
          accept={accept}
          onChange={event => {
            const [chosen] = event.target.files ?? []
            if (chosen) onFile(chosen)
            event.target.value = ''
          }}
        />
      </div>
    </Field>
  )
}
