import type { StaffTicketType } from '@portico/contract/staff/ticket-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { toastFailure } from '../../../staff/parts/toast-failure.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { actOnType, companyGroups, portalTypes } from '../settings/data.ts'
import { Part } from '../settings/part.tsx'
import { toastRemoved } from './outcome-toasts.ts'
import { ArchivedRows, moved, SettingRow } from './setting-row.tsx'
import { TypeDialog } from './type-dialog.tsx'

/** The kinds of ticket in the order of the customers' form. */
export const Types = ({ portalid }: { portalid: number }) => {
  const { t } = useText()
  const types = useQuery(portalTypes(portalid))
  const groups = useQuery(companyGroups).data ?? []
  const { mutate, isPending } = useMutation({ ...actOnType(useQueryClient(), portalid), onError: toastFailure })
  const [edited, setEdited] = useState<StaffTicketType | 'new'>()
  const [asked, setAsked] = useState<StaffTicketType>()
  const aboutOf = ({ groupId, dueHours }: StaffTicketType) =>
    [
      groups.find(({ id }) => id === groupId)?.name,
      dueHours === null ? undefined : t('staffPortalSettings.tickets.types.dueIn', { count: dueHours }),
    ]
      .filter(Boolean)
      .join(' · ')
  const remove = ({ id, name }: StaffTicketType) => {
    setAsked(undefined)
    mutate({ act: 'remove', id }, { onSuccess: outcome => toastRemoved(name, outcome) })
  }
  return (
    <Part
      title={t('staffPortalSettings.tickets.types.title')}
      lead={t('staffPortalSettings.tickets.types.lead')}
      action={
        <Button onClick={() => setEdited('new')} aria-label={t('staffPortalSettings.tickets.types.addTitle')}>
          <Plus className="icon" aria-hidden="true" />
          {t('staffPortalSettings.tickets.types.add')}
        </Button>
      }
    >
      <Loaded query={types}>
        {all => {
          const inUse = all.filter(({ isArchived }) => !isArchived)
          const ids = inUse.map(({ id }) => id)
          if (inUse.length === 0) return <p>{t('staffPortalSettings.tickets.types.empty')}</p>
          return (
            <ul className="setting-rows">
              {inUse.map((type, place) => (
                <SettingRow
                  key={type.id}
                  name={type.name}
                  mark={
                    <span
                      className="row-dot"
                      aria-hidden="true"
                      style={{ '--dot': type.color ?? 'transparent' } as Record<string, string>}
                    />
                  }
                  chips={
                    <>
                      {type.isDefault && (
                        <span className="row-chip">{t('staffPortalSettings.tickets.types.isDefault')}</span>
                      )}
                      {!type.isOffered && (
                        <span className="row-chip">{t('staffPortalSettings.tickets.types.staffOnly')}</span>
                      )}
                    </>
                  }
                  about={aboutOf(type)}
                  isBusy={isPending}
                  order={{
                    isFirst: place === 0,
                    isLast: place === inUse.length - 1,
                    onMove: by => mutate({ act: 'order', ids: moved(ids, type.id, by) }),
                  }}
                  onChange={() => setEdited(type)}
                  onRemove={() => setAsked(type)}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <ArchivedRows
        rows={types.data?.filter(({ isArchived }) => isArchived) ?? []}
        onRestore={({ id, version }) => mutate({ act: 'change', id, version, body: { isArchived: false } })}
      />
      {edited && (
        <TypeDialog
          portalid={portalid}
          type={edited === 'new' ? undefined : edited}
          groups={groups}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={t('staffPortalSettings.tickets.types.ask', { name: asked?.name ?? '' })}
        confirm={t('staffPortalSettings.tickets.types.confirm')}
        cancel={t('words.cancel')}
        danger
        onConfirm={() => asked && remove(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {t('staffPortalSettings.tickets.types.about')}
      </ConfirmDialog>
    </Part>
  )
}
