import { Eye, EyeOff, Lock } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** Props of PasswordInput: those of TextInput, and the names of its button. */
export type PasswordInputProps = Omit<TextInputProps, 'type' | 'icon' | 'end'> & {
  labels: { show: string; hide: string }
}

/** A password input with a button that shows and hides the password. */
export const PasswordInput = ({ labels, ...rest }: PasswordInputProps) => {
  const [shown, setShown] = useState(false)
  const Eyes = shown ? EyeOff : Eye
  return (
    <TextInput
      spellCheck={false}
      autoCapitalize="none"
      {...rest}
      type={shown ? 'text' : 'password'}
      icon={<Lock className="icon" aria-hidden="true" />}
      end={
        <IconButton label={shown ? labels.hide : labels.show} onClick={() => setShown(!shown)}>
          <Eyes className="icon" aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
