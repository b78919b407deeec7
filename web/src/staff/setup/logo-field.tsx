import { firstLogoMax } from '@portico/contract/staff/session'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Field } from '../../ui/fields/field.tsx'

/** A chosen logo: its name, and the picture as a `data:` address. */
export type Logo = { name: string; address: string }

const kinds = ['image/png', 'image/jpeg', 'image/webp']
const largest = firstLogoMax / 1024

const readAddress = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

type LogoFieldProps = {
  value: Logo | null
  onChange: (value: Logo | null) => void
  error: string | undefined
  onRefuse: (fault: string) => void
}

/** The logo of a portal, if there is one. */
export const LogoField = ({ value, onChange, error, onRefuse }: LogoFieldProps) => {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    if (!kinds.includes(file.type)) return onRefuse(t('staffSetup.logoType'))
    if (file.size > firstLogoMax) return onRefuse(t('staffSetup.logoLarge', { size: largest }))
    try {
      onChange({ name: file.name, address: await readAddress(file) })
    } catch {
      onRefuse(t('staffSetup.logoType'))
    }
  }
  return (
    <Field
      as="group"
      label={t('staffSetup.welcome.logo')}
      mark={t('words.optional')}
      hint={t('staffSetup.welcome.logoHint', { size: largest })}
      error={error}
    >
      <div className="button-row">
        <Button onClick={() => input.current?.click()}>
          <ImagePlus className="icon" aria-hidden="true" />
          {value ? t('staffSetup.welcome.logoOther') : t('staffSetup.welcome.logoChoose')}
        </Button>
        {value && (
          <>
            <span className="logo-name">{value.name}</span>
            <IconButton label={t('staffSetup.welcome.logoRemove')} onClick={() => onChange(null)}>
              <Trash2 className="icon" aria-hidden="true" />
            </IconButton>
          </>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('staffSetup.welcome.logo')}
          accept={kinds.join()}
          onChange={event => {
            void choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
    </Field>
  )
}
