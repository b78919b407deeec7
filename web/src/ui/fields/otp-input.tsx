import { type ComponentPropsWithRef, useState } from 'react'
import { useFieldProps } from './field.tsx'

/** Props of OtpInput: `length` digits, those typed so far, and a callback with the new ones. */
export type OtpInputProps = Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'maxLength'> & {
  length: number
  value: string
  onChange: (digits: string) => void
}

/** A one-time code: one real input, which phones fill in from an SMS, below drawn cells. Other characters than digits are dropped. */
export const OtpInput = ({ length, value, onChange, ...rest }: OtpInputProps) => {
  const field = useFieldProps(rest)
  const [focused, setFocused] = useState(false)
  return (
    <div className="otp" data-invalid={field['aria-invalid'] ? '' : undefined}>
      <input
        {...rest}
        {...field}
        className="otp-input"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        value={value}
        onChange={event => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        // The caret is drawn after the last digit, so it must really be there.
        onSelect={({ currentTarget: input }) => {
          const { selectionStart, selectionEnd } = input
          if (selectionStart === selectionEnd && selectionStart !== input.value.length)
            input.setSelectionRange(input.value.length, input.value.length)
        }}
      />
      {Array.from({ length }, (_, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells never move
          key={at}
          className="otp-cell"
          aria-hidden="true"
          data-caret={focused && at === value.length ? '' : undefined}
        >
          {value[at]}
        </span>
      ))}
    </div>
  )
}
