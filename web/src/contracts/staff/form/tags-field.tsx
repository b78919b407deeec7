import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Tag } from 'lucide-react'
import { useState } from 'react'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { TextInput } from '../../../ui/fields/text-input.tsx'
import { MultiSelect } from '../../../ui/select/multi-select.tsx'
import { contractTags, makeTag } from '../data.ts'

type TagsFieldProps = { portalId: number; value: readonly number[]; onChange: (ids: number[]) => void }

/** The tags of a contract; a new one is made for the whole portal. */
export const TagsField = ({ portalId, value, onChange }: TagsFieldProps) => {
  const { t } = useText()
  const text = useFailureText()
  const tags = useQuery(contractTags(portalId))
  const making = useMutation(makeTag(useQueryClient(), portalId))
  const [isMaking, setMaking] = useState(false)
  const [name, setName] = useState('')
  const [group, setGroup] = useState('')
  const add = () => {
    if (!name.trim() || making.isPending) return
    making.mutate(
      { name: name.trim(), tagGroupName: group.trim() || null },
      {
        onSuccess: ({ id }) => {
          onChange([...value, id])
          setName('')
          setMaking(false)
        },
      },
    )
  }
  const named = (tags.data ?? []).filter(({ id }) => value.includes(id))
  return (
    <>
      <Field
        as="group"
        label={t('staffContracts.tags.name')}
        mark={t('staffRecords.optional')}
        error={
          making.error &&
          (failureOf(making.error).code === 'conflict' ? t('staffContracts.tags.taken') : text(making.error))
        }
      >
        <div className="tags">
          <MultiSelect<number>
            label={t('staffContracts.tags.name')}
            icon={<Tag className="icon" aria-hidden="true" />}
            options={tags.data?.map(({ id, name, tagGroupName }) => ({
              value: id,
              text: name,
              group: tagGroupName ?? t('staffContracts.tags.other'),
            }))}
            value={value}
            onChange={onChange}
            labels={{
              none: t('staffContracts.tags.choose'),
              one: t('staffContracts.tags.one'),
              many: t('staffContracts.tags.many'),
              search: t('staffContracts.tags.search'),
              clearSearch: t('pickers.clearSearch'),
              clear: t('staffContracts.tags.clear'),
              selected: t('staffContracts.tags.selected'),
              empty: t('words.noItems'),
            }}
          />
          {named.map(tag => (
            <span key={tag.id} className="tag tag--outline">
              {tag.tagGroupName ? `${tag.tagGroupName}: ${tag.name}` : tag.name}
            </span>
          ))}
          {!isMaking && (
            <Button size="sm" tone="ghost" onClick={() => setMaking(true)}>
              <Plus className="icon" aria-hidden="true" />
              {t('staffContracts.tags.make')}
            </Button>
          )}
        </div>
      </Field>
      {isMaking && (
        <div className="form-triple">
          <TextInput
            aria-label={t('staffContracts.tags.newName')}
            placeholder={t('staffContracts.tags.newName')}
            value={name}
            maxLength={200}
            autoFocus
            onChange={event => setName(event.target.value)}
            onKeyDown={event => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
          <TextInput
            aria-label={t('staffContracts.tags.newGroup')}
            placeholder={t('staffContracts.tags.newGroup')}
            value={group}
            maxLength={200}
            onChange={event => setGroup(event.target.value)}
          />
          <Button onClick={add} busy={making.isPending}>
            {t('staffContracts.tags.add')}
          </Button>
        </div>
      )}
    </>
  )
}
