import { ccMax } from '@portico/contract/tickets'
import { useId, useState } from 'react'
import { ccFault } from './cc.ts'

/** Texts of a CcField. `many` and `wrong` say what is wrong: too many addresses, or one that is none. */
type CcLabels = {
  cc: string
  placeholder: string
  many: (max: number) => string
  wrong: (address: string) => string
}

type CcFieldProps = { value: string; onChange: (value: string) => void; checked: boolean; labels: CcLabels }

/** The CC addresses of a reply. They are checked on blur and when the reply is sent. */
export const CcField = ({ value, onChange, checked, labels }: CcFieldProps) => {
  const id = useId()
  const [isBlurred, setIsBlurred] = useState(false)
  const fault = checked || isBlurred ? ccFault(value) : null
  return (
    <div className="cc-field">
      <label htmlFor={id}>{labels.cc}</label>
      <input
        id={id}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={labels.placeholder}
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={event => {
          setIsBlurred(false)
          onChange(event.target.value)
        }}
        onBlur={() => setIsBlurred(true)}
      />
      {fault && (
        <p className="field-error" id={`${id}-fault`} role="alert">
          {fault.kind === 'many' ? labels.many(ccMax) : labels.wrong(fault.address)}
        </p>
      )}
    </div>
  )
}
