import { ccMax } from '@portico/contract/tickets'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ccFault } from './cc.ts'

type CcFieldProps = { value: string; onChange: (value: string) => void; checked: boolean }

/** The CC addresses of a reply. They are checked on blur and when the reply is sent. */
export const CcField = ({ value, onChange, checked }: CcFieldProps) => {
  const { t } = useTranslation()
  const id = useId()
  const [isBlurred, setIsBlurred] = useState(false)
  const fault = checked || isBlurred ? ccFault(value) : null
  return (
    <div className="cc-field">
      <label htmlFor={id}>{t('ticket.reply.cc')}</label>
      <input
        id={id}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t('ticket.reply.ccPlaceholder')}
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
          {fault.kind === 'many'
            ? t('ticket.reply.ccMany', { max: ccMax })
            : t('ticket.reply.ccAddress', { address: fault.address })}
        </p>
      )}
    </div>
  )
}
