import { Plus, X } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { Textarea } from '../../../ui/fields/textarea.tsx'
import type { PersonFault, ReadPerson, TypedPerson } from './read-people.ts'

type PeopleLinesProps = {
  mode: 'one' | 'many'
  lines: readonly TypedPerson[]
  onLines: (lines: TypedPerson[]) => void
  list: string
  onList: (list: string) => void
  /** The people of the list, as far as they could be read. */
  people: readonly ReadPerson[]
  faultsOf: (line: TypedPerson) => PersonFault | undefined
}

const OneByOne = ({ lines, onLines, faultsOf }: Pick<PeopleLinesProps, 'lines' | 'onLines' | 'faultsOf'>) => {
  const { t } = useText()
  const change = (key: number, part: Partial<TypedPerson>) =>
    onLines(lines.map(line => (line.key === key ? { ...line, ...part } : line)))
  return (
    <div className="invite-lines">
      {lines.map((line, at) => {
        const fault = faultsOf(line)
        const said = fault && t(`staffCustomers.invite.fault.${fault}`)
        const remove = line.referentName.trim()
          ? t('staffCustomers.invite.remove', { name: line.referentName.trim() })
          : t('staffCustomers.invite.removeLine', { number: at + 1 })
        return (
          <div key={line.key} className="invite-line">
            <Field label={t('staffCustomers.invite.name')} error={fault === 'name' && said}>
              <TextInput
                name="referentName"
                value={line.referentName}
                onChange={event => change(line.key, { referentName: event.target.value })}
                autoComplete="off"
                maxLength={200}
                {...(at === lines.length - 1 && { 'data-autofocus': '' })}
              />
            </Field>
            <Field label={t('staffCustomers.invite.email')} error={fault !== 'name' && said}>
              <TextInput
                name="email"
                type="email"
                value={line.email}
                onChange={event => change(line.key, { email: event.target.value })}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={320}
              />
            </Field>
            {lines.length > 1 && (
              <IconButton label={remove} onClick={() => onLines(lines.filter(({ key }) => key !== line.key))}>
                <X className="icon" aria-hidden="true" />
              </IconButton>
            )}
          </div>
        )
      })}
      <button
        type="button"
        className="text-button"
        onClick={() =>
          onLines([...lines, { key: Math.max(...lines.map(({ key }) => key)) + 1, referentName: '', email: '' }])
        }
      >
        <Plus className="icon" aria-hidden="true" />
        {t('staffCustomers.invite.add')}
      </button>
    </div>
  )
}

const FromList = ({ list, onList, people }: Pick<PeopleLinesProps, 'list' | 'onList' | 'people'>) => {
  const { t } = useText()
  return (
    <>
      <Field label={t('staffCustomers.invite.list')} hint={t('staffCustomers.invite.listHint')}>
        <Textarea
          name="list"
          className="invite-list"
          value={list}
          onChange={event => onList(event.target.value)}
          maxLength={60_000}
          spellCheck={false}
        />
      </Field>
      {people.length > 0 && (
        <div>
          <p className="field-hint" role="status">
            {t('staffCustomers.invite.read', { count: people.filter(({ fault }) => !fault).length })}
          </p>
          <ol className="invite-read">
            {people.map(({ referentName, email, fault }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a person of a list is known by the line
              <li key={at}>
                <span className="num quiet">{t('staffCustomers.invite.line', { number: at + 1 })}</span>
                <b>{referentName}</b>
                <span className="quiet">{email}</span>
                {fault && <span className="fault">{t(`staffCustomers.invite.fault.${fault}`)}</span>}
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  )
}

/** Whom to invite: fields for each, or a list that is pasted. */
export const PeopleLines = ({ mode, ...rest }: PeopleLinesProps) =>
  mode === 'one' ? <OneByOne {...rest} /> : <FromList {...rest} />
