import type { StaffService } from '@portico/contract/staff/planning/bookable'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { failureCode } from '../../../api/api.ts'
import { localizedFailure } from '../../../api/failures.ts'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { workingHours } from '../../../staff/settings/hours/data.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { staffPortal } from '../portal/data.ts'
import { Tab } from '../settings/tab.tsx'
import { addService, dropService, editService, service, serviceStaff } from './data.ts'
import { draftOf, newDraft, type ServiceDraft, sentDraft } from './draft.ts'
import { ServiceForm } from './service-form.tsx'

const useBack = (portalid: number) => {
  const navigate = useNavigate()
  return () => void navigate({ to: '/portals/$portalid/services', params: { portalid } })
}

const Head = ({ portalid, title }: { portalid: number; title: string }) => {
  const { t } = useText()
  return (
    <header className="service-head">
      <Link
        className="icon-button"
        to="/portals/$portalid/services"
        params={{ portalid }}
        aria-label={t('staffBookable.back')}
      >
        <ArrowLeft className="icon" aria-hidden="true" />
      </Link>
      <h2>{title}</h2>
    </header>
  )
}

/** Sets up a service that customers can book. */
export const NewServiceScreen = () => {
  const { t } = useText()
  const { portalid } = useParams({ from: '/signed-in/portals/$portalid/services/new' })
  const portal = useQuery(staffPortal(portalid))
  const staff = useQuery(serviceStaff)
  const hours = useQuery(workingHours)
  const back = useBack(portalid)
  const add = useMutation(addService(useQueryClient()))
  useStaffScreen('staff-service', t('staffBookable.new'))
  const save = (draft: ServiceDraft) =>
    add.mutate(sentDraft(draft, portalid), {
      onSuccess: ({ name }) => {
        toast({ title: localized(t => t('staffBookable.made', { name })) })
        back()
      },
    })
  const calendar = hours.data?.find(one => one.portal?.id === portalid) ?? hours.data?.find(one => one.portal === null)
  return (
    <Tab>
      <Head portalid={portalid} title={t('staffBookable.new')} />
      <Loaded query={staff}>
        {all =>
          !hours.isPending && (
            <ServiceForm
              initial={newDraft(calendar?.week)}
              service={undefined}
              portal={{ id: portalid, webPortalKey: portal.data?.webPortalKey }}
              staff={all}
              error={add.error}
              isBusy={add.isPending}
              onSave={save}
              onCancel={back}
            />
          )
        }
      </Loaded>
    </Tab>
  )
}

const Removal = ({ portalid, service: { id, name } }: { portalid: number; service: StaffService }) => {
  const { t } = useText()
  const back = useBack(portalid)
  const [isAsked, setAsked] = useState(false)
  const drop = useMutation({
    ...dropService(useQueryClient()),
    onSuccess: () => {
      toast({ title: localized(t => t('staffBookable.removed', { name })) })
      back()
    },
    onError: error => {
      setAsked(false)
      const isUsed = failureCode(error) === 'conflict'
      toast({
        title: isUsed ? localized(t => t('staffBookable.used')) : localized(localizedFailure(error)),
        tone: isUsed ? 'warning' : 'danger',
      })
    },
  })
  return (
    <p>
      <Button tone="ghost" onClick={() => setAsked(true)}>
        {t('staffBookable.remove')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        danger
        title={t('staffBookable.removeAsk', { name })}
        confirm={t('staffBookable.remove')}
        cancel={t('words.cancel')}
        busy={drop.isPending}
        onConfirm={() => drop.mutate(id)}
        onCancel={() => setAsked(false)}
      >
        {t('staffBookable.removeText')}
      </ConfirmDialog>
    </p>
  )
}

/** Changes a service that customers can book. */
export const ServiceScreen = () => {
  const { t } = useText()
  const { portalid, serviceid } = useParams({ from: '/signed-in/portals/$portalid/services/$serviceid' })
  const portal = useQuery(staffPortal(portalid))
  const staff = useQuery(serviceStaff)
  const one = useQuery(service(serviceid))
  const back = useBack(portalid)
  const edit = useMutation(editService(useQueryClient()))
  const [opened, setOpened] = useState<StaffService>()
  // What is typed stays when somebody else changes the service meanwhile.
  if (!opened && one.data) setOpened(one.data)
  useStaffScreen('staff-service', one.data?.name)
  const save = (draft: ServiceDraft, { id, version }: StaffService) => {
    const { portalId: _portal, ...body } = sentDraft(draft, portalid)
    edit.mutate(
      { id, version, body },
      {
        onSuccess: ({ name }) => {
          toast({ title: localized(t => t('staffBookable.saved', { name })) })
          back()
        },
      },
    )
  }
  // Somebody who was at work for it before stays choosable.
  const choosable = [...(staff.data ?? []), ...(opened?.staff ?? [])].filter(
    ({ id }, at, all) => all.findIndex(other => other.id === id) === at,
  )
  return (
    <Tab>
      <Head portalid={portalid} title={one.data?.name ?? t('staffBookable.title')} />
      <Loaded query={one}>
        {() =>
          opened &&
          staff.data && (
            <>
              <ServiceForm
                initial={draftOf(opened)}
                service={opened}
                portal={{ id: portalid, webPortalKey: portal.data?.webPortalKey }}
                staff={choosable}
                error={edit.error}
                isBusy={edit.isPending}
                onSave={draft => save(draft, opened)}
                onCancel={back}
              />
              <Removal portalid={portalid} service={opened} />
            </>
          )
        }
      </Loaded>
    </Tab>
  )
}
