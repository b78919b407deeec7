import { type Language, languages } from '@portico/contract/language'
import type { Flag } from '@portico/contract/permissions'
import { type InvitedPerson, invitedPeopleMax } from '@portico/contract/staff/customers/customers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useOnce } from '../../../session/use-once.ts'
import { DismissButton, FormDialog } from '../../../staff/parts/form-dialog.tsx'
import { languageNames } from '../../../text/languages.ts'
import { localized } from '../../../text/localized.tsx'
import { useLanguage } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { invite, type OpenCustomer } from '../data.ts'
import { flagsOf, type Preset } from '../presets.ts'
import { InvitedList } from './invited-list.tsx'
import { PeopleLines } from './people-lines.tsx'
import { PresetField } from './preset-field.tsx'
import { checkPeople, type PersonFault, readPeople, type TypedPerson } from './read-people.ts'
import './form.css'

const emptyLine = (key: number): TypedPerson => ({ key, referentName: '', email: '' })
const isBlank = ({ referentName, email }: TypedPerson) => !referentName.trim() && !email.trim()

const isMailed = ({ outcome }: InvitedPerson) => outcome === 'invited' || outcome === 'told'

const faultPath = /^body\.people\.(\d+)\.(referentName|email)$/

/** Gives people access to a customer: one after the other, or out of a list. */
export const InviteDialog = ({ customer, onClose }: { customer: OpenCustomer; onClose: () => void }) => {
  const { t } = useText()
  const text = useFailureText()
  const pageLanguage = useLanguage()
  const inviting = useMutation(invite(useQueryClient(), customer.id))
  const attemptOf = useOnce()
  const [mode, setMode] = useState<'one' | 'many'>('one')
  const [lines, setLines] = useState<TypedPerson[]>([emptyLine(1)])
  const [list, setList] = useState('')
  const isFirst = customer.people.every(({ state }) => state === 'ended')
  const [preset, setPreset] = useState<Preset>(isFirst ? 'administrator' : 'requests')
  const [language, setLanguage] = useState<Language>(pageLanguage)
  const [isChecked, setChecked] = useState(false)
  // What the server found, by address.
  const [refused, setRefused] = useState<ReadonlyMap<string, PersonFault>>(new Map())
  const [results, setResults] = useState<readonly InvitedPerson[]>()

  const typed = lines.filter(line => !isBlank(line))
  const read = mode === 'many' ? readPeople(list) : checkPeople(typed.map(line => ({ ...line, phone: '' })))
  const people = read.map(person => ({
    ...person,
    fault: person.fault ?? refused.get(person.email.toLowerCase()),
  }))
  const hasFaults = people.some(({ fault }) => fault)
  const problem =
    people.length === 0
      ? t('staffCustomers.invite.nobody')
      : people.length > invitedPeopleMax
        ? t('staffCustomers.invite.most', { count: invitedPeopleMax })
        : undefined

  const send = () => {
    setChecked(true)
    if (problem || hasFaults) return
    const flags: Partial<Record<Flag, boolean>> = flagsOf(preset)
    const body = {
      people: people.map(({ referentName, email, phone }) => ({
        referentName,
        email,
        language,
        ...(phone && { phone }),
      })),
      flags,
    }
    inviting.mutate(
      { body, key: attemptOf(body).key },
      {
        onSuccess: answer => {
          const count = answer.filter(isMailed).length
          if (count < answer.length || answer.some(({ link }) => link !== null)) return setResults(answer)
          toast({ title: localized(t => t('staffCustomers.invite.sent', { count })) })
          onClose()
        },
        onError: error => {
          const found = failureOf(error).fields.flatMap(path => {
            const [, at, field] = faultPath.exec(path) ?? []
            const address = people[Number(at)]?.email.toLowerCase()
            if (address === undefined) return []
            const fault: PersonFault =
              field === 'referentName' ? 'name' : failureOf(error).code === 'conflict' ? 'taken' : 'email'
            return [[address, fault] as const]
          })
          setRefused(new Map(found))
        },
      },
    )
  }

  if (results)
    return (
      <Dialog open onClose={onClose} className="dialog dialog--form" title={t('staffCustomers.invite.done')}>
        <InvitedList results={results} />
        <div className="button-row">
          <Button tone="primary" onClick={onClose} data-autofocus="">
            {t('staffCustomers.invite.close')}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <FormDialog open onClose={onClose} className="dialog dialog--form" title={t('staffCustomers.invite.title')}>
      <form
        className="form"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        {inviting.error && !hasFaults && <Alert tone="danger">{text(inviting.error)}</Alert>}
        {isChecked && problem && <Alert tone="danger">{problem}</Alert>}
        <SegmentedControl
          label={t('staffCustomers.invite.title')}
          options={[
            { value: 'one', text: t('staffCustomers.invite.one') },
            { value: 'many', text: t('staffCustomers.invite.many') },
          ]}
          value={mode}
          onChange={setMode}
        />
        <PeopleLines
          mode={mode}
          lines={lines}
          onLines={next => {
            setRefused(new Map())
            setLines(next)
          }}
          list={list}
          onList={next => {
            setRefused(new Map())
            setList(next)
          }}
          people={people}
          faultsOf={line => (isChecked ? people[typed.indexOf(line)]?.fault : undefined)}
        />
        <PresetField value={preset} onChange={setPreset} />
        <Field as="group" label={t('staffCustomers.invite.language')}>
          <Select
            label={t('staffCustomers.invite.language')}
            openOn="click"
            options={languages.map(one => ({ value: one, text: languageNames[one] }))}
            value={language}
            onChange={next => next && setLanguage(next)}
          />
        </Field>
        <p className="field-hint">{t('staffCustomers.invite.spread')}</p>
        <div className="button-row">
          <DismissButton>{t('words.cancel')}</DismissButton>
          <Button type="submit" tone="primary" busy={inviting.isPending}>
            {t('staffCustomers.invite.sends', { count: people.length })}
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
