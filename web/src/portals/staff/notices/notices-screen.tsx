import type { PortalNotices } from '@portico/contract/staff/portal-settings'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { type PlainColumn, PlainTable } from '../../../staff/parts/plain-table.tsx'
import { Switch } from '../../../staff/parts/switch.tsx'
import { useUnsavedValues } from '../../../staff/parts/unsaved.tsx'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { useForm } from '../../../ui/fields/use-form.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { staffPortal, type TaggedPortal } from '../portal/data.ts'
import { isAddress } from '../settings/address.ts'
import { portalNotices } from '../settings/data.ts'
import { Part } from '../settings/part.tsx'
import { SaveFailure } from '../settings/save-failure.tsx'
import { Tab } from '../settings/tab.tsx'
import { usePortalChange } from '../settings/use-portal-change.ts'
import { Trials } from './trials.tsx'

const rows = ['raised', 'comment', 'answer', 'closedThere', 'closedHere', 'booked', 'signed', 'access'] as const

const Faults = ({ portalid, faults }: { portalid: number } & Pick<PortalNotices, 'faults'>) => {
  const { t } = useText()
  const mend = (
    <Link to="/portals/$portalid/tickets" params={{ portalid }} className="link-button">
      {t('staffPortalSettings.notices.mend')}
    </Link>
  )
  return faults.map(({ kind, types }) => {
    if (kind === 'noTypes')
      return (
        <Alert key={kind} tone="warning" title={t('staffPortalSettings.notices.noTypes')} action={mend}>
          {t('staffPortalSettings.notices.noTypesMend')}
        </Alert>
      )
    const which =
      types.length > 0
        ? t('staffPortalSettings.notices.nobodyOf', { types: types.join(', ') })
        : t('staffPortalSettings.notices.nobodyAll')
    return (
      <Alert key={kind} tone="warning" title={t('staffPortalSettings.notices.nobody')} action={mend}>
        {`${which} ${t('staffPortalSettings.notices.nobodyMend')}`}
      </Alert>
    )
  })
}

const SupportForm = ({ portal }: { portal: TaggedPortal }) => {
  const { t } = useText()
  const { save, error, isPending, isCrossed } = usePortalChange(portal)
  const form = useForm({
    initial: { supportEmail: portal.supportEmail ?? '' },
    validate: ({ supportEmail }) => ({
      supportEmail:
        supportEmail.trim() !== '' && !isAddress(supportEmail) && t('staffPortalSettings.contact.emailWrong'),
    }),
    onSubmit: typed => save({ supportEmail: typed.supportEmail.trim() || null }, () => unsaved.noteSaved(typed)),
  })
  const unsaved = useUnsavedValues(form.values)
  return (
    <form className="form" {...form.props}>
      {unsaved.question}
      <Field
        label={t('staffPortalSettings.notices.support')}
        hint={t('staffPortalSettings.notices.supportHint')}
        error={form.faults.supportEmail}
      >
        <TextInput
          {...form.text('supportEmail')}
          type="email"
          maxLength={320}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <SaveFailure error={error} isCrossed={isCrossed} />
      <div className="button-row">
        <Button type="submit" busy={isPending}>
          {t('staffPortalSettings.save')}
        </Button>
      </div>
    </form>
  )
}

const Strangers = ({ portal }: { portal: TaggedPortal }) => {
  const { t } = useText()
  const { set, error, isPending, isCrossed } = usePortalChange(portal)
  const isOn = portal.answersStrangers
  return (
    <>
      <div className="setting-switch">
        <Switch checked={isOn} onChange={on => !isPending && set({ answersStrangers: on })}>
          {t('staffPortalSettings.notices.strangers.name')}
        </Switch>
        <small>{t(`staffPortalSettings.notices.strangers.${isOn ? 'on' : 'off'}`)}</small>
      </div>
      <SaveFailure error={error} isCrossed={isCrossed} />
    </>
  )
}

type NoticeType = PortalNotices['types'][number]

const Recipient = ({ group, address }: NoticeType) => {
  const { t } = useText()
  if (address === null)
    return (
      <span className="nobody">
        <TriangleAlert className="icon" aria-hidden="true" />
        {t('staffPortalSettings.notices.reachesNobody')}
      </span>
    )
  return (
    <span>{group?.email ? t('staffPortalSettings.notices.viaGroup', { address, group: group.name }) : address}</span>
  )
}

const TypeTable = ({ types }: Pick<PortalNotices, 'types'>) => {
  const { t } = useText()
  const columns: PlainColumn<NoticeType>[] = [
    { id: 'type', title: t('staffPortalSettings.notices.type'), cell: ({ name }) => name },
    { id: 'to', title: t('staffPortalSettings.notices.goesTo'), cell: type => <Recipient {...type} /> },
  ]
  return (
    <PlainTable
      label={t('staffPortalSettings.notices.perType')}
      columns={columns}
      rows={types}
      keyOf={({ id }) => id}
    />
  )
}

const Matrix = () => {
  const { t } = useText()
  const columns: PlainColumn<(typeof rows)[number]>[] = [
    {
      id: 'event',
      title: t('staffPortalSettings.notices.event'),
      cell: row => t(`staffPortalSettings.notices.rows.${row}.event`),
    },
    {
      id: 'us',
      title: t('staffPortalSettings.notices.us'),
      cell: row => <span>{t(`staffPortalSettings.notices.rows.${row}.us`)}</span>,
    },
    {
      id: 'customer',
      title: t('staffPortalSettings.notices.customer'),
      cell: row => <span>{t(`staffPortalSettings.notices.rows.${row}.customer`)}</span>,
    },
  ]
  return (
    <PlainTable
      label={t('staffPortalSettings.notices.who')}
      className="notice-matrix"
      columns={columns}
      rows={rows}
      keyOf={row => row}
    />
  )
}

/** Who is mailed when, what would reach nobody, and whether messages arrive at all. */
export const NoticesScreen = () => {
  const { t } = useText()
  const { portalid } = useParams({ from: '/signed-in/portals/$portalid' })
  const portal = useQuery(staffPortal(portalid))
  const notices = useQuery(portalNotices(portalid))
  useStaffScreen('staff-portal-notices', t('staffPortalSettings.notices.title'))
  return (
    <Tab>
      {notices.data && notices.data.faults.length > 0 && (
        <div className="setting-part">
          <Faults portalid={portalid} faults={notices.data.faults} />
        </div>
      )}
      <Part title={t('staffPortalSettings.notices.support')}>
        <Loaded query={portal}>{data => <SupportForm key={data.id} portal={data} />}</Loaded>
      </Part>
      <Part title={t('staffPortalSettings.notices.strangers.title')}>
        <Loaded query={portal}>{data => <Strangers portal={data} />}</Loaded>
      </Part>
      <Part title={t('staffPortalSettings.notices.perType')}>
        <Loaded query={notices}>{({ types }) => <TypeTable types={types} />}</Loaded>
      </Part>
      <Part title={t('staffPortalSettings.notices.who')}>
        <Matrix />
      </Part>
      <Part title={t('staffPortalSettings.notices.try')} lead={t('staffPortalSettings.notices.limit')}>
        <Loaded query={notices}>{data => <Trials portalid={portalid} notices={data} />}</Loaded>
      </Part>
    </Tab>
  )
}
