import type { StaffDelivery, StaffWebhook } from '@portico/contract/staff/webhooks'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock3 } from 'lucide-react'
import { useState } from 'react'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { toastFailure } from '../../parts/toast-failure.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { SettingsSection } from '../parts/settings-section.tsx'
import { deliveries, delivery, retryAll, retryOne } from './data.ts'
import './webhooks.css'

const filters = ['all', 'parked', 'waiting', 'delivered'] as const

const icons = { waiting: Clock3, delivered: CircleCheck, parked: CircleX }
const tones = { waiting: undefined, delivered: 'success', parked: 'danger' } as const

const pretty = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const BodyDialog = ({ webhookid, row, onClose }: { webhookid: number; row: StaffDelivery; onClose: () => void }) => {
  const { t } = useText()
  const query = useQuery(delivery(webhookid, row.id))
  return (
    <Dialog open onClose={onClose} title={row.type} className="dialog dialog--form">
      <SettingsSection title={t('staffConnections.webhooks.body')} query={query}>
        <dl className="details">
          <div>
            <dt>{t('staffConnections.webhooks.event')}</dt>
            <dd className="mono">{row.event}</dd>
          </div>
          <div>
            <dt>{t('staffConnections.webhooks.answer')}</dt>
            <dd>{row.lastError ?? row.lastStatus ?? '–'}</dd>
          </div>
        </dl>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the dialog is scrolled with the keys */}
        <pre className="delivery-body" tabIndex={0}>
          {query.data && pretty(query.data.body)}
        </pre>
      </SettingsSection>
      <div className="button-row">
        <Button tone="ghost" onClick={onClose} data-autofocus="">
          {t('words.close')}
        </Button>
      </div>
    </Dialog>
  )
}

/** The deliveries of a webhook; those that were given up can be sent again. */
export const DeliveryList = ({ webhook }: { webhook: StaffWebhook }) => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  const client = useQueryClient()
  const [filter, setFilter] = useState<(typeof filters)[number]>('all')
  const [shown, setShown] = useState<StaffDelivery>()
  const query = useInfiniteQuery(deliveries(webhook.id, filter === 'all' ? undefined : filter))
  const one = useMutation({ ...retryOne(client), onError: toastFailure })
  const all = useMutation({ ...retryAll(client), onError: toastFailure })
  const rows = query.data?.pages.flat()
  const wordsOf = ({ state, tries, lastError, createdAt, nextTryAt }: StaffDelivery) =>
    [
      `${numericDay(createdAt)} ${clock(createdAt)}`,
      tries > 0 && t('staffConnections.webhooks.tries', { count: tries }),
      lastError,
      state === 'waiting' &&
        tries > 0 &&
        nextTryAt &&
        t('staffConnections.webhooks.nextTry', { day: numericDay(nextTryAt), time: clock(nextTryAt) }),
      state === 'waiting' && !nextTryAt && t('staffConnections.webhooks.waitsForOther'),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <SettingsSection
      title={t('staffConnections.webhooks.deliveries')}
      query={query}
      action={
        webhook.parked > 0 && (
          <Button
            busy={all.isPending}
            onClick={() =>
              all.mutate(webhook.id, {
                onSuccess: ({ retried }) =>
                  toast({ title: localized(t => t('staffConnections.webhooks.retried', { count: retried })) }),
              })
            }
          >
            {t('staffConnections.webhooks.retryAll', { count: webhook.parked })}
          </Button>
        )
      }
      lead={t('staffConnections.webhooks.deliveriesLead')}
    >
      <SegmentedControl
        label={t('staffConnections.webhooks.deliveries')}
        options={filters.map(value => ({ value, text: t(`staffConnections.webhooks.filter.${value}`) }))}
        value={filter}
        onChange={setFilter}
      />
      {rows?.length === 0 && <p className="settings-lead">{t('staffConnections.webhooks.noDelivery')}</p>}
      <ul className="setting-list">
        {rows?.map(row => {
          const Icon = icons[row.state]
          return (
            <li key={row.id}>
              <span>
                <b className="mono">{row.type}</b>{' '}
                <span className="state-word" data-tone={tones[row.state]}>
                  <Icon className="icon" aria-hidden="true" />
                  {t(`staffConnections.webhooks.state.${row.state}`)}
                </span>
                <small>{wordsOf(row)}</small>
              </span>
              <span className="button-pair">
                <Button size="sm" tone="ghost" onClick={() => setShown(row)}>
                  {t('staffConnections.webhooks.content')}
                  <span className="sr-only"> {row.event}</span>
                </Button>
                {row.state === 'parked' && (
                  <Button
                    size="sm"
                    busy={one.isPending && one.variables.deliveryid === row.id}
                    onClick={() => one.mutate({ webhookid: webhook.id, deliveryid: row.id })}
                  >
                    {t('words.retry')}
                    <span className="sr-only"> {row.event}</span>
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {query.hasNextPage && (
        <div className="button-row">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('staffConnections.webhooks.more')}
          </Button>
        </div>
      )}
      {shown && <BodyDialog webhookid={webhook.id} row={shown} onClose={() => setShown(undefined)} />}
    </SettingsSection>
  )
}
