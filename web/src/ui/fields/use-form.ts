import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react'

/** Names of the fields whose value is a `Type`. */
type FieldOf<Values, Type> = { [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values] & string

/**
 * Options of useForm. `validate` returns the faults by field, `undefined` or `false` for a valid one; a fault is anything
 * that the form can show. `onSubmit` gets valid values, `onInvalid` the faults of invalid ones.
 */
export type FormOptions<Values extends object, Faults extends object> = {
  initial: Values
  validate: (values: Values) => Faults
  onSubmit: (values: Values) => void
  onInvalid?: (faults: Faults) => void
}

const isFault = (value: unknown) => value !== undefined && value !== false && value !== null
const control =
  ':is(input:not([hidden], [type="hidden"]), textarea, .select-button, [contenteditable]:not([contenteditable="false"]))'

/** The values with those in the form's inputs: some browsers fill in passwords without an input event. */
const readInputs = <Values extends object>(form: HTMLFormElement, values: Values): Values => {
  const typed = Array.from(form.elements).flatMap(element => {
    if (element instanceof HTMLTextAreaElement) return [[element.name, element.value]]
    if (element instanceof HTMLInputElement)
      return [[element.name, element.type === 'checkbox' ? element.checked : element.value]]
    return []
  })
  return { ...values, ...Object.fromEntries(typed.filter(([name]) => String(name) in values)) }
}

/**
 * State of a form: its values and their faults. A submit with invalid values shows the faults, which from then on follow
 * the typing, and moves the focus to the first invalid Field. Spread `props` on the form, and `text(name)`, `check(name)` or
 * `control(name)` on its controls. `refuse` shows faults that the server found, each until its field is changed.
 */
export const useForm = <Values extends object, Faults extends object>({
  initial,
  validate,
  onSubmit,
  onInvalid,
}: FormOptions<Values, Faults>) => {
  const [start] = useState(initial)
  const [values, setValues] = useState(start)
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<Partial<Faults>>({})
  const [submits, setSubmits] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const faults: Partial<Faults> = { ...refused, ...(isChecked && validate(values)) }

  // After the render that marks the fields as invalid.
  useLayoutEffect(() => {
    if (submits === 0) return
    const first = form.current?.querySelector<HTMLElement>(`.field[data-invalid] ${control}`)
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  }, [submits])

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    setValues(now => ({ ...now, [name]: value }))
    setRefused(now => ({ ...now, [name]: undefined }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = readInputs(event.currentTarget, values)
    const found = validate(typed)
    const isInvalid = Object.values(found).some(isFault)
    setValues(typed)
    setRefused({})
    setChecked(isInvalid)
    if (!isInvalid) return onSubmit(typed)
    setSubmits(count => count + 1)
    onInvalid?.(found)
  }

  return {
    values,
    faults,
    hasFaults: Object.values(faults).some(isFault),
    set,
    refuse: (found: Partial<Faults>) => {
      setRefused(found)
    },
    reset: () => {
      form.current?.reset()
      setValues(start)
      setRefused({})
      setChecked(false)
    },
    props: { ref: form, noValidate: true, onSubmit: submit },
    // Uncontrolled, because the next render would take away what a browser has filled in without an input event.
    text: (name: FieldOf<Values, string>) => ({
      name,
      defaultValue: String(start[name]),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, currentTarget.value as Values[typeof name]),
    }),
    check: (name: FieldOf<Values, boolean>) => ({
      name,
      defaultChecked: Boolean(start[name]),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        set(name, currentTarget.checked as Values[typeof name]),
    }),
    control: <Name extends keyof Values>(name: Name) => ({
      value: values[name],
      onChange: (value: Values[Name]) => set(name, value),
    }),
  }
}
