import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, EllipsisVertical, Merge } from 'lucide-react'
import { useState } from 'react'
import { useFailureText } from '../../../api/failures.ts'
import { isAdministrator, isOffice } from '../../../staff/session/routes.ts'
import { useMe } from '../../../staff/session/use-me.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import { archiveLook, restore } from './data.ts'
import { MergeDialog } from './merge-dialog.tsx'

type CustomerMenuProps = {
  customer: { id: number; companyName: string; portal: { id: number } }
}

/** How a customer ends: archived, or merged into another one. Absent for who may do neither. */
export const CustomerMenu = ({ customer }: CustomerMenuProps) => {
  const me = useMe()
  return isOffice(me) ? <OpenMenu customer={customer} /> : null
}

const OpenMenu = ({ customer }: CustomerMenuProps) => {
  const { t } = useText()
  const text = useFailureText()
  const me = useMe()
  const [open, setOpen] = useState<'archive' | 'merge' | null>(null)
  const restoring = useMutation({
    ...restore(useQueryClient(), customer.id),
    onError: error =>
      toast({ tone: 'danger', title: localized(t => t('staffCustomerEnds.restore.failed')), text: text(error) }),
  })
  const look = useQuery(archiveLook(customer.id))
  if (!look.data) return null
  const isArchived = look.data.archivedAt !== null
  const close = () => setOpen(null)
  const entries = [
    !isArchived
      ? {
          id: 'archive',
          icon: <Archive className="icon" aria-hidden="true" />,
          text: t('staffCustomerEnds.archive.action'),
          onSelect: () => setOpen('archive'),
        }
      : {
          id: 'restore',
          icon: <ArchiveRestore className="icon" aria-hidden="true" />,
          text: t('staffCustomerEnds.restore.action'),
          onSelect: () => restoring.mutate(),
        },
    ...(isAdministrator(me)
      ? [
          {
            id: 'merge',
            icon: <Merge className="icon" aria-hidden="true" />,
            text: t('staffCustomerEnds.merge.action'),
            onSelect: () => setOpen('merge'),
          },
        ]
      : []),
  ]
  return (
    <>
      {isArchived && (
        <span className="state-word" data-tone="warning" title={t('staffCustomerEnds.archivedText')}>
          <Archive className="icon" aria-hidden="true" />
          {t('staffCustomerEnds.archived')}
        </span>
      )}
      <Menu
        label={t('staffCustomerEnds.menu')}
        groups={[{ id: 'ends', entries }]}
        trigger={props => (
          <IconButton {...props} label={t('staffCustomerEnds.menu')}>
            <EllipsisVertical className="icon" aria-hidden="true" />
          </IconButton>
        )}
      />
      {open === 'archive' && <ArchiveDialog customer={customer} onClose={close} />}
      {open === 'merge' && <MergeDialog customer={customer} portalId={customer.portal.id} onClose={close} />}
    </>
  )
}
