import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { squarePhoto } from '../../../ui/files/square-photo.ts'

type PhotoFieldProps = {
  /** Whose it is. */
  name: string
  /** Its address; a chosen one is a `data:` address. Null: none. */
  value: string | null
  error?: string | undefined
  onChange: (value: string | null) => void
}

/** The photo of an employee. */
export const PhotoField = ({ name, value, error, onChange }: PhotoFieldProps) => {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const photo = await squarePhoto(file)
    setWrong(!photo)
    if (photo) onChange(photo)
  }
  return (
    <Field
      as="group"
      label={t('staffSettings.users.photo')}
      mark={t('words.optional')}
      hint={t('staffSettings.users.photoHint')}
      error={isWrong ? t('staffSettings.users.photoWrong') : error}
    >
      <div className="photo-field">
        <Avatar name={name} src={value} size="lg" />
        <div className="button-row">
          <Button size="sm" onClick={() => input.current?.click()}>
            <ImagePlus className="icon" aria-hidden="true" />
            {t(value ? 'staffSettings.users.photoReplace' : 'staffSettings.users.photoChoose')}
          </Button>
          {value && (
            <Button size="sm" tone="ghost" onClick={() => onChange(null)}>
              {t('staffSettings.users.photoRemove')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('staffSettings.users.photo')}
          accept="image/png,image/jpeg,image/webp"
          onChange={event => {
            void choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
    </Field>
  )
}
