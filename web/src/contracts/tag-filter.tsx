import { useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { useMemo } from 'react'
import { useHere } from '../session/use-here.ts'
import { localeOf } from '../text/languages.ts'
import { useLanguage } from '../text/texts.ts'
import { useText } from '../text/use-text.ts'
import { MultiSelect } from '../ui/select/multi-select.tsx'
import { tags } from './data.ts'
import { tagsByGroup } from './rules.ts'

type TagFilterProps = { value: readonly number[]; onChange: (tagIds: number[]) => void }

/** Filters contracts by tags, grouped; renders nothing if there are no tags. */
export const TagFilter = ({ value, onChange }: TagFilterProps) => {
  const { t } = useText()
  const { company } = useHere()
  const locale = localeOf(useLanguage())
  const { data } = useQuery(tags(company))
  const options = useMemo(
    () =>
      data &&
      tagsByGroup(data, locale).map(({ id, name, tagGroupName }) => ({
        value: id,
        text: name,
        group: tagGroupName ?? t('contracts.tags.other'),
      })),
    [data, locale, t],
  )
  if (options?.length === 0 && value.length === 0) return null
  return (
    <MultiSelect
      label={t('contracts.tags.name')}
      icon={<Tag className="icon" aria-hidden="true" />}
      options={options}
      value={value}
      onChange={onChange}
      labels={{
        none: t('contracts.tags.any'),
        one: t('contracts.tags.one'),
        many: t('contracts.tags.many'),
        search: t('contracts.tags.search'),
        clearSearch: t('pickers.clearSearch'),
        clear: t('contracts.tags.clear'),
        selected: t('contracts.tags.selected'),
        empty: t('words.noItems'),
        of: (chosen, all) => t('contracts.tags.of', { chosen, all }),
      }}
    />
  )
}
