import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'

const mostTypes = 50

type TicketTypesFieldProps = {
  value: readonly string[]
  onChange: (value: string[]) => void
  error: string | undefined
}

/** The kinds of ticket as a list to edit. Enter goes on to the next line. */
export const TicketTypesField = ({ value, onChange, error }: TicketTypesFieldProps) => {
  const { t } = useText()
  // The field's own id is one for all lines.
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [toFocus, setToFocus] = useState<number>()
  useLayoutEffect(() => {
    if (toFocus === undefined) return
    list.current?.querySelectorAll('input')[toFocus]?.focus()
    setToFocus(undefined)
  }, [toFocus])
  const add = () => {
    if (value.length < mostTypes) onChange([...value, ''])
    setToFocus(value.length)
  }
  const remove = (at: number) => {
    onChange(value.filter((_, index) => index !== at))
    setToFocus(Math.max(at - 1, 0))
  }
  const goOn = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (at < value.length - 1) setToFocus(at + 1)
    else if (value[at]?.trim()) add()
  }
  return (
    <Field as="group" label={t('staffSetup.welcome.types')} hint={t('staffSetup.welcome.typesHint')} error={error}>
      <ul className="type-list" ref={list}>
        {value.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
          <li key={at}>
            <TextInput
              id={`${id}-${at}`}
              aria-label={t('staffSetup.welcome.typeAt', { number: at + 1 })}
              value={name}
              maxLength={200}
              onChange={event => onChange(value.with(at, event.target.value))}
              onKeyDown={event => goOn(event, at)}
            />
            <IconButton label={t('staffSetup.welcome.typeRemove', { name })} onClick={() => remove(at)}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button tone="ghost" size="sm" className="type-add" onClick={add}>
        <Plus className="icon" aria-hidden="true" />
        {t('staffSetup.welcome.typeAdd')}
      </Button>
    </Field>
  )
}
