import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useMemo } from 'react'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { Avatar } from '../../ui/feedback/avatar.tsx'
import { MultiSelect } from '../../ui/select/multi-select.tsx'
import { colleagues } from '../data.ts'

type ColleagueFilterProps = { value: readonly number[]; onChange: (webUserIds: number[]) => void }

/** Filters all tickets by the colleagues who raised them. */
export const ColleagueFilter = ({ value, onChange }: ColleagueFilterProps) => {
  const { t } = useText()
  const { contactid } = useHere()
  const { me, contact } = useEntered()
  const { data } = useQuery(colleagues(contactid))
  const options = useMemo(
    () =>
      data?.map(({ webUserId, referentName }) => ({
        value: webUserId,
        text: referentName,
        group: contact.companyName,
        lead: <Avatar name={referentName} />,
        end: webUserId === me.id ? t('pickers.users.you') : undefined,
      })),
    [data, contact.companyName, me.id, t],
  )
  return (
    <MultiSelect
      label={t('pickers.users.name')}
      icon={<Users className="icon" aria-hidden="true" />}
      options={options}
      value={value}
      onChange={onChange}
      labels={{
        none: t('pickers.users.any'),
        one: t('pickers.users.one'),
        many: t('pickers.users.many'),
        search: t('pickers.users.search'),
        clearSearch: t('pickers.clearSearch'),
        clear: t('pickers.users.clear'),
        selected: t('pickers.users.selected'),
        empty: t('words.noItems'),
        of: (chosen, all) => t('pickers.users.of', { chosen, all }),
      }}
    />
  )
}
