import type { StaffContract } from '@portico/contract/staff/records/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleStop, EllipsisVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure, useFailureText } from '../../../api/failures.ts'
import { dayOf } from '../../../text/format.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { type ContractChange, changeContract, contract as contractQuery, removeContract } from '../data.ts'

/** What ends a contract today, and what takes that back. */
const endings = ({ kind, endsOn, status, timeZone }: StaffContract, now = new Date()) => {
  const today = dayOf(now, { timeZone })
  const before = endsOn === null ? null : dayOf(new Date(endsOn), { timeZone })
  const change = (activity: object, service: object): ContractChange =>
    kind === 'activity' ? { kind, body: activity } : { kind, body: service }
  return {
    end: change({ end: today }, { activeTo: today, status: 4 }),
    undo: change({ end: before ?? today }, { activeTo: before, status: status ?? 1 }),
  }
}

/** How a contract ends: today, which can be undone, or removed with all that belongs to it. */
export const ContractMenu = ({ contract }: { contract: StaffContract }) => {
  const { t } = useText()
  const text = useFailureText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const changing = useMutation({
    ...changeContract(client, contract.id),
    onError: error => {
      toast({ title: localized(localizedFailure(error)), tone: 'danger' })
      void client.invalidateQueries({ queryKey: contractQuery(contract).queryKey })
    },
  })
  const removing = useMutation(removeContract(client, contract))
  const { state, name, activities } = contract
  const isRunning = state === 'active' || state === 'expiring'
  const end = () => {
    const { end, undo } = endings(contract)
    changing.mutate(
      { ...end, version: contract.version },
      {
        onSuccess: ({ version }) =>
          toast({
            title: localized(t => t('staffContracts.end.done', { name })),
            action: {
              text: localized(t => t('staffRecords.undo')),
              onAction: () => changing.mutate({ ...undo, version }),
            },
          }),
      },
    )
  }
  return (
    <>
      <Menu
        label={t('staffRecords.more')}
        groups={[
          {
            id: 'ends',
            entries: [
              ...(isRunning
                ? [
                    {
                      id: 'end',
                      icon: <CircleStop className="icon" aria-hidden="true" />,
                      text: t('staffContracts.end.action'),
                      onSelect: end,
                    },
                  ]
                : []),
              {
                id: 'remove',
                icon: <Trash2 className="icon" aria-hidden="true" />,
                text: t('staffContracts.remove.action'),
                onSelect: () => setAsking(true),
              },
            ],
          },
        ]}
        trigger={props => (
          <IconButton {...props} label={t('staffRecords.more')}>
            <EllipsisVertical className="icon" aria-hidden="true" />
          </IconButton>
        )}
      />
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('staffContracts.remove.title', { name })}
        confirm={t('staffContracts.remove.confirm')}
        cancel={t('words.cancel')}
        busy={removing.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          removing.mutate(activities.length, {
            onSuccess: () => {
              toast({ title: localized(t => t('staffContracts.remove.done', { name })) })
              void navigate({ to: '/contracts', search: { contact: contract.customer.id, state: 'all' } })
            },
          })
        }
      >
        <p>
          {[
            t('staffContracts.remove.activities', { count: activities.length }),
            ...(contract.packageList.length > 0
              ? [t('staffContracts.remove.packages', { count: contract.packageList.length })]
              : []),
            ...(contract.documents.length > 0
              ? [t('staffContracts.remove.documents', { count: contract.documents.length })]
              : []),
          ].join(' ')}{' '}
          {t('staffContracts.remove.text')}
        </p>
        {removing.error && <Alert tone="danger">{text(removing.error)}</Alert>}
      </ConfirmDialog>
    </>
  )
}
