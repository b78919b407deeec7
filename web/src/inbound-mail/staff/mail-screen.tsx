import type { WaitingMailDetail } from '@portico/contract/staff/mail'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MailCheck, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { failureCode } from '../../api/api.ts'
import { localizedFailure } from '../../api/failures.ts'
import { ListStates } from '../../list/list-states.tsx'
import { AcceptDialog } from '../../staff/parts/mail/accept-dialog.tsx'
import { dropMails, restoreMails } from '../../staff/parts/mail/data.ts'
import { useMe } from '../../staff/session/use-me.ts'
import { useStaffScreen } from '../../staff/session/use-staff-screen.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { SplitView } from '../../ui/overlay/side-panel.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { waitingMails } from './data.ts'
import { MailNav } from './mail-nav.tsx'
import { MailPanel } from './mail-panel.tsx'
import { MailRow } from './mail-row.tsx'
import '../../staff/parts/publish/published.css'
import './mail.css'

const toastFailure = (error: unknown) =>
  toast(
    ['not_found', 'conflict'].includes(failureCode(error))
      ? { title: localized(t => t('staffMail.settled')), tone: 'warning' }
      : { title: localized(localizedFailure(error)), tone: 'danger' },
  )

const Empty = ({ state }: { state: 'waiting' | 'dropped' }) => {
  const { t } = useText()
  const { role } = useMe()
  if (state === 'dropped')
    return (
      <EmptyState icon={<Trash2 className="icon" />} title={t('staffMail.noneDropped')}>
        {t('staffMail.noneDroppedText')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<MailCheck className="icon" />}
      title={t('staffMail.none')}
      action={
        role === 'administrator' && (
          <Link className="button" to="/settings/mailboxes">
            {t('staffMail.setUp')}
          </Link>
        )
      }
    >
      {t('staffMail.noneText')}
    </EmptyState>
  )
}

/** Mail that nobody can place for sure: accepted as the word of a person, or dropped. */
export const MailScreen = () => {
  const { t } = useText()
  const client = useQueryClient()
  const { state = 'waiting', open } = useSearch({ from: '/signed-in/mail' })
  const navigate = useNavigate({ from: '/mail' })
  const goTo = useNavigate()
  const query = useInfiniteQuery(waitingMails(state))
  const rows = useMemo(() => query.data?.pages.flat(), [query.data])
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [accepted, setAccepted] = useState<WaitingMailDetail>()
  const dropping = useMutation({ ...dropMails(client), onError: toastFailure })
  const restoring = useMutation({ ...restoreMails(client), onError: toastFailure })
  useStaffScreen('staff-mail', t('staffMail.title'))

  const show = (id: number | undefined) =>
    void navigate({
      search: { ...(state === 'dropped' && { state }), ...(id !== undefined && { open: id }) },
      replace: true,
      resetScroll: false,
    })
  const restore = (ids: readonly number[]) =>
    restoring.mutate(ids, { onSuccess: () => toast({ title: localized(t => t('staffMail.restored')) }) })
  const drop = (ids: readonly number[]) =>
    dropping.mutate(ids, {
      onSuccess: dropped => {
        setPicked(new Set())
        if (open !== undefined && dropped.includes(open)) show(undefined)
        toast({
          title: localized(t => t('staffMail.wasDropped', { count: dropped.length })),
          action: { text: localized(t => t('staffMail.undo')), onAction: () => restore(dropped) },
        })
      },
    })
  // What a colleague has settled meanwhile is chosen no more.
  const chosen = rows?.filter(({ id }) => picked.has(id)).map(({ id }) => id) ?? []
  const isListed = rows?.some(({ id }) => id === open)
  // Older mail than is loaded may still be there.
  const isBelow = query.hasNextPage && open !== undefined && open < (rows?.at(-1)?.id ?? 0)
  const hasLeft = rows !== undefined && !query.isFetching && !isListed && !isBelow
  const pick = (id: number, isPicked: boolean) => {
    const next = new Set(picked)
    if (isPicked) next.add(id)
    else next.delete(id)
    setPicked(next)
  }
  const person = accepted?.people[0]
  return (
    <main className="staff-main published" id="main" tabIndex={-1}>
      <header className="staff-head">
        <h1>{t('staffMail.title')}</h1>
        {rows && state === 'waiting' && (
          <span className="page-count">
            {rows.length}
            {query.hasNextPage && '+'}
          </span>
        )}
      </header>
      <MailNav />
      <SplitView
        resizeLabel={t('staffMail.resize')}
        panel={
          open !== undefined && (
            <MailPanel
              key={open}
              id={open}
              settled={hasLeft ? state : undefined}
              onClose={() => show(undefined)}
              onAccept={setAccepted}
              onDrop={id => drop([id])}
              onRestore={id => {
                restore([id])
                show(undefined)
              }}
            />
          )
        }
      >
        <div className="filter-bar mail-bar">
          <SegmentedControl
            label={t('staffMail.lists')}
            options={[
              { value: 'waiting', text: t('staffMail.waiting') },
              { value: 'dropped', text: t('staffMail.dropped') },
            ]}
            value={state}
            onChange={value => {
              setPicked(new Set())
              void navigate({ search: value === 'dropped' ? { state: value } : {}, replace: true })
            }}
          />
          {chosen.length > 0 && (
            <div className="mail-picked" role="status">
              <span>{t('staffMail.picked', { count: chosen.length })}</span>
              {state === 'waiting' ? (
                <Button size="sm" busy={dropping.isPending} onClick={() => drop(chosen)}>
                  {t('staffMail.drop')}
                </Button>
              ) : (
                <Button
                  size="sm"
                  busy={restoring.isPending}
                  onClick={() => {
                    restore(chosen)
                    setPicked(new Set())
                  }}
                >
                  {t('staffMail.restore')}
                </Button>
              )}
              <Button size="sm" tone="ghost" onClick={() => setPicked(new Set())}>
                {t('staffMail.clear')}
              </Button>
            </div>
          )}
        </div>
        <div className="published-list">
          {query.isPending && <div className="skeleton mail-skeleton" aria-busy="true" />}
          <ListStates
            query={query}
            rows={rows}
            stale={false}
            failed={t('staffMail.failed')}
            empty={<Empty state={state} />}
          >
            <ul className="mail-list">
              {rows?.map(mail => (
                <MailRow
                  key={mail.id}
                  mail={mail}
                  isOpen={open === mail.id}
                  isPicked={picked.has(mail.id)}
                  onPick={isPicked => pick(mail.id, isPicked)}
                />
              ))}
            </ul>
            {query.hasNextPage && (
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('staffMail.older')}
              </Button>
            )}
          </ListStates>
        </div>
      </SplitView>
      {accepted && (
        <AcceptDialog
          mailid={accepted.id}
          customer={accepted.ticket?.contact ?? (person && { id: person.contactId, companyName: person.companyName })}
          webUserId={
            accepted.people.length === 1 && (!accepted.ticket || accepted.ticket.contact.id === person?.contactId)
              ? person?.webUserId
              : undefined
          }
          ticket={accepted.ticket ?? undefined}
          onClose={() => setAccepted(undefined)}
          onAccepted={(ticketid, isNew) => {
            setAccepted(undefined)
            show(undefined)
            toast({
              title: localized(t => t(isNew ? 'staffMail.acceptedNew' : 'staffMail.acceptedInto')),
              action: {
                text: localized(t => t('staffMail.open')),
                onAction: () => void goTo({ to: '/tickets/$ticketid', params: { ticketid } }),
              },
            })
          }}
        />
      )}
    </main>
  )
}
