import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../text/use-text.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { useMe } from '../../session/use-me.ts'
import { staffGroups } from '../accounts/data.ts'

type Control = { value: number | null; onChange: (value: number | null) => void }
type MailboxPlaceProps = { portal: Control; portalFault: ReactNode; group: Control }

/** Asks whose tickets the mails of a mailbox become: of which portal where there are several, and of which group where there are any. */
export const MailboxPlace = ({ portal, portalFault, group }: MailboxPlaceProps) => {
  const { t } = useText()
  const { portals } = useMe()
  const groups = useQuery(staffGroups).data ?? []
  return (
    <>
      {portals.length > 1 && (
        <Field as="group" label={t('staffMailboxes.portal')} error={portalFault}>
          <Select
            label={t('staffMailboxes.portal')}
            openOn="click"
            options={portals.map(({ id, webPortalName }) => ({ value: id, text: webPortalName }))}
            {...portal}
          />
        </Field>
      )}
      {groups.length > 0 && (
        <Field as="group" label={t('staffMailboxes.group')} mark={t('words.optional')}>
          <Select
            nullable
            label={t('staffMailboxes.group')}
            openOn="click"
            placeholder={t('staffMailboxes.noGroup')}
            clearLabel={t('staffMailboxes.noGroup')}
            options={groups.map(({ id, name }) => ({ value: id, text: name }))}
            {...group}
          />
        </Field>
      )}
    </>
  )
}
