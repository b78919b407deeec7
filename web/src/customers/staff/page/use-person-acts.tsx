import type { Flag } from '@portico/contract/permissions'
import type { StaffPerson } from '@portico/contract/staff/customers/customers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ApiError, failureCode } from '../../../api/api.ts'
import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { changeFlags, end, inviteAgain, type OpenCustomer, restore, revokeReplies, signOut } from '../data.ts'
import { LinksDialog } from '../form/links-dialog.tsx'
import { PersonDialog } from '../form/person-dialog.tsx'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'
import type { PersonActs } from './use-people-columns.tsx'

/** What is asked before it is done. */
type Asked =
  | { act: 'end' | 'endSessions' | 'endLast' | 'revokeReplies'; person: StaffPerson }
  | { act: 'flagsLast'; person: StaffPerson; flags: Partial<Record<Flag, boolean>> }

const isLast = (error: unknown) => error instanceof ApiError && error.sentCode === 'last_administrator'

const toastFailure = (error: unknown, { referentName: name }: StaffPerson) => {
  if (failureCode(error) === 'too_many_requests')
    toast({ title: localized(t => t('staffCustomers.person.limited')), tone: 'danger' })
  else if (failureCode(error) === 'forbidden')
    toast({ title: localized(t => t('staffCustomers.person.beyond', { name })), tone: 'danger' })
  else toast({ title: localized(localizedFailure(error)), tone: 'danger' })
}

/** What is done with the people of a customer, and the dialogs that ask before it. */
export const usePersonActs = (customer: OpenCustomer): { acts: PersonActs; dialogs: ReactNode } => {
  const { t } = useText()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const [changed, setChanged] = useState<StaffPerson>()
  const [locked, setLocked] = useState<StaffPerson>()
  const [link, setLink] = useState<{ email: string; link: string }>()
  const switching = useMutation(changeFlags(client, customer.id))
  const ending = useMutation(end(client, customer.id))
  const restoring = useMutation(restore(client, customer.id))
  const inviting = useMutation(inviteAgain(client, customer.id))
  const signingOut = useMutation(signOut(client, customer.id))
  const revoking = useMutation(revokeReplies(customer.id))
  const { mutate: switchNow } = switching
  const { mutate: restoreNow } = restoring
  const { mutate: inviteNow } = inviting

  const acts = useMemo<PersonActs>(() => {
    const restorePerson = (person: StaffPerson) =>
      restoreNow(person.id, {
        onSuccess: ({ referentName: name }) =>
          toast({ title: localized(t => t('staffCustomers.person.restored', { name })) }),
        onError: error => toastFailure(error, person),
      })
    return {
      change: setChanged,
      switchFlags: (person, flags) =>
        switchNow(
          { person, flags },
          {
            onError: error => {
              if (isLast(error)) setAsked({ act: 'flagsLast', person, flags })
              else toastFailure(error, person)
            },
          },
        ),
      invite: person => {
        const { referentName: name, email } = person
        if (email === null)
          return void toast({ title: localized(t => t('staffCustomers.person.noEmail', { name })), tone: 'danger' })
        inviteNow(person.id, {
          onSuccess: answer => {
            if (answer.link !== null) setLink({ email, link: answer.link })
            else if (answer.outcome === 'told')
              toast({ title: localized(t => t('staffCustomers.person.told', { name })) })
            else toast({ title: localized(t => t('staffCustomers.person.mailed', { email })) })
          },
          onError: error => toastFailure(error, person),
        })
      },
      endSessions: person => setAsked({ act: 'endSessions', person }),
      removeFactor: setLocked,
      revokeReplies: person => setAsked({ act: 'revokeReplies', person }),
      end: person => setAsked({ act: 'end', person }),
      restore: restorePerson,
    }
  }, [switchNow, restoreNow, inviteNow])

  const endNow = (person: StaffPerson, anyway?: true) =>
    ending.mutate(
      { personid: person.id, ...(anyway && { anyway }) },
      {
        onSuccess: ({ referentName: name }) => {
          setAsked(undefined)
          toast({
            title: localized(t => t('staffCustomers.person.ended', { name })),
            action: { text: localized(t => t('staffCustomers.person.undo')), onAction: () => acts.restore(person) },
          })
        },
        onError: error => {
          setAsked(isLast(error) ? { act: 'endLast', person } : undefined)
          if (!isLast(error)) toastFailure(error, person)
        },
      },
    )
  const confirm = () => {
    if (!asked) return
    const { person } = asked
    if (asked.act === 'end') return endNow(person)
    if (asked.act === 'endLast') return endNow(person, true)
    if (asked.act === 'flagsLast') {
      setAsked(undefined)
      return switchNow({ person, flags: asked.flags, anyway: true }, { onError: error => toastFailure(error, person) })
    }
    if (asked.act === 'revokeReplies')
      return revoking.mutate(person.id, {
        onSuccess: () =>
          toast({ title: localized(t => t('staffCustomers.person.repliesRevoked', { name: person.referentName })) }),
        onError: error => toastFailure(error, person),
        onSettled: () => setAsked(undefined),
      })
    signingOut.mutate(person.id, {
      onSuccess: ({ referentName: name }) =>
        toast({ title: localized(t => t('staffCustomers.person.signedOut', { name })) }),
      onError: error => toastFailure(error, person),
      onSettled: () => setAsked(undefined),
    })
  }

  const texts = () => {
    if (!asked) return undefined
    const { referentName: name, sessions, otherCustomers } = asked.person
    if (asked.act === 'end')
      return {
        title: t('staffCustomers.person.askEnd.title', { name }),
        confirm: t('staffCustomers.person.askEnd.confirm'),
        text: [
          otherCustomers > 0
            ? t('staffCustomers.person.askEnd.others', { name, count: otherCustomers })
            : t('staffCustomers.person.askEnd.only', { name }),
          t('staffCustomers.person.askEnd.text'),
        ].join(' '),
      }
    if (asked.act === 'endSessions')
      return {
        title: t('staffCustomers.person.askSessions.title', { name }),
        confirm: t('staffCustomers.person.askSessions.confirm'),
        text: t('staffCustomers.person.askSessions.text', { count: sessions }),
      }
    if (asked.act === 'revokeReplies')
      return {
        title: t('staffCustomers.person.askReplies.title', { name }),
        confirm: t('staffCustomers.person.askReplies.confirm'),
        text: t('staffCustomers.person.askReplies.text'),
      }
    return {
      title: t('staffCustomers.person.askLast.title', { name }),
      confirm: t('staffCustomers.person.askLast.confirm'),
      text: t('staffCustomers.person.askLast.text', { company: customer.companyName }),
    }
  }
  const question = texts()
  return {
    acts,
    dialogs: (
      <>
        {question && (
          <ConfirmDialog
            open
            danger
            title={question.title}
            confirm={question.confirm}
            cancel={t('words.cancel')}
            busy={ending.isPending || signingOut.isPending || revoking.isPending}
            onConfirm={confirm}
            onCancel={() => setAsked(undefined)}
          >
            {question.text}
          </ConfirmDialog>
        )}
        {changed && <PersonDialog contactid={customer.id} person={changed} onClose={() => setChanged(undefined)} />}
        {locked && <RemoveFactorDialog contactid={customer.id} person={locked} onClose={() => setLocked(undefined)} />}
        {link && <LinksDialog links={[link]} onClose={() => setLink(undefined)} />}
      </>
    ),
  }
}
