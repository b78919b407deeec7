import type { StaffChoices, StaffTicketListed } from '@portico/contract/staff/tickets'
import { useQuery } from '@tanstack/react-query'
import { User, Users } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../../staff/session/use-me.ts'
import { type Translate, useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Avatar } from '../../../ui/feedback/avatar.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { folded } from '../../../ui/select/folded.ts'
import { OptionFilter } from '../../../ui/select/option-filter.tsx'
import { grouped, type Option, OptionList } from '../../../ui/select/option-list.tsx'
import { useListbox } from '../../../ui/select/use-listbox.ts'
import { choices } from '../data.ts'
import type { NamedChange } from './use-queue-actions.ts'

/** What is chosen for tickets. */
export type ChoiceKind = 'assign' | 'step' | 'type'

type Choice = Option<string> & { set: NamedChange; portalId?: number }

const assigneeChoices = (t: Translate, { staff, groups }: StaffChoices, me: { staffUserId: number }): Choice[] => {
  const own = staff.filter(({ id }) => id === me.staffUserId)
  const others = staff.filter(({ id }) => id !== me.staffUserId)
  return [
    ...[...own, ...others].map(
      ({ id, displayName, profileImage }): Choice => ({
        value: `staff ${id}`,
        text: id === me.staffUserId ? t('staffQueue.choose.me', { name: displayName }) : displayName,
        group: t('staffQueue.choose.people'),
        lead: <Avatar name={displayName} src={profileImage} size="sm" />,
        set: { what: 'assigned', name: displayName, change: { assigneeId: id } },
      }),
    ),
    {
      value: 'nobody',
      text: t('staffQueue.choose.nobody'),
      group: t('staffQueue.choose.people'),
      lead: <User className="icon" aria-hidden="true" />,
      set: { what: 'unassigned', change: { assigneeId: null } },
    },
    ...groups.map(
      ({ id, name }): Choice => ({
        value: `group ${id}`,
        text: name,
        group: t('staffQueue.choose.groups'),
        lead: <Users className="icon" aria-hidden="true" />,
        set: { what: 'group', name, change: { groupId: id } },
      }),
    ),
  ]
}

/** The steps or types of the portals that the tickets are of; where there are several, each portal's apart. */
const portalChoices = (
  kind: 'step' | 'type',
  { portals }: StaffChoices,
  tickets: readonly StaffTicketListed[],
): Choice[] => {
  const own = portals.filter(({ id }) => tickets.some(({ portal }) => portal.id === id))
  return own.flatMap(portal => {
    const group = own.length > 1 ? portal.name : undefined
    const shared = { ...(group && { group }), portalId: portal.id }
    if (kind === 'type')
      return portal.types.map(
        ({ id, name, color }): Choice => ({
          ...shared,
          value: `type ${id}`,
          text: name,
          lead: <span className="dot" style={{ background: color ?? undefined }} />,
          set: { what: 'type', name, change: { taskTypeId: id } },
        }),
      )
    return portal.steps.map(
      ({ id, name, taskStatus }): Choice => ({
        ...shared,
        value: `step ${id}`,
        text: name,
        set: { what: 'step', name, change: { stepId: id }, stepStatus: taskStatus },
      }),
    )
  })
}

type ChoiceDialogProps = {
  kind: ChoiceKind | null
  tickets: readonly StaffTicketListed[]
  /** Gets the change and the tickets that it can be made to: steps and types are those of one portal. */
  onChoose: (set: NamedChange, tickets: readonly StaffTicketListed[]) => void
  onClose: () => void
}

/** Asks what tickets get: an assignee, a status or a type. */
export const ChoiceDialog = ({ kind, ...rest }: ChoiceDialogProps) => {
  const { t } = useText()
  return (
    <Dialog
      open={kind !== null}
      onClose={rest.onClose}
      label={kind ? t(`staffQueue.choose.${kind}`) : undefined}
      className="dialog choice-dialog"
    >
      {kind && <Choices kind={kind} {...rest} />}
    </Dialog>
  )
}

const Choices = ({ kind, tickets, onChoose }: ChoiceDialogProps & { kind: ChoiceKind }) => {
  const { t } = useText()
  const me = useMe()
  const [term, setTerm] = useState('')
  const { data, isError, refetch } = useQuery(choices)
  const all = !data ? [] : kind === 'assign' ? assigneeChoices(t, data, me) : portalChoices(kind, data, tickets)
  const items = all.filter(({ text }) => folded(text).includes(folded(term.trim())))
  const list = useListbox({
    items,
    keyOf: ({ value }) => value,
    textOf: ({ text }) => text,
    initial: 0,
    onChoose: ({ set, portalId }) =>
      onChoose(set, portalId === undefined ? tickets : tickets.filter(({ portal }) => portal.id === portalId)),
  })
  const [only] = tickets
  return (
    <>
      <p className="choice-head">
        <b>{t(`staffQueue.choose.${kind}`)}</b>
        <span>
          {tickets.length === 1 && only
            ? `#${only.ticketNumber} ${only.title}`
            : t('staffQueue.choose.scope', { count: tickets.length })}
        </span>
      </p>
      <OptionFilter
        label={t('staffQueue.choose.search')}
        clear={t('pickers.clearSearch')}
        term={term}
        onTerm={setTerm}
        onClear={() => setTerm('')}
        list={list}
      />
      <div className="listbox-frame">
        {items.length > 0 ? (
          <OptionList
            label={t(`staffQueue.choose.${kind}`)}
            groups={grouped(items)}
            list={list}
            isChosen={() => false}
            mark="radio"
          />
        ) : isError ? (
          <div className="option-empty" role="alert">
            <p>{t('staffQueue.choose.failed')}</p>
            <Button size="sm" onClick={() => refetch()}>
              {t('words.retry')}
            </Button>
          </div>
        ) : (
          <p className="option-empty" role="status">
            {t(data ? 'staffQueue.choose.none' : 'staffQueue.choose.loading')}
          </p>
        )}
      </div>
    </>
  )
}
