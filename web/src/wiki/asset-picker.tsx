import { BookText } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Here } from '../session/addresses.ts'
import { AsyncCombobox } from '../ui/select/async-combobox.tsx'
import { assetName } from './asset-name.ts'
import { findAssets } from './data.ts'

// The filter is a text, not an asset: an option carries the text it stands for, after what keeps options apart.
const optionOf = (key: string | number, filter: string, text: string) => ({ value: `${key}/${filter}`, text })
const filterOf = (value: string) => value.slice(value.indexOf('/') + 1)
const isAsset = ({ value }: { value: string | number }) => !String(value).startsWith('/')

const useLabels = (placeholder: string): ComponentProps<typeof AsyncCombobox>['labels'] => {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      placeholder,
      search: t('pickers.assets.search'),
      clearSearch: t('pickers.clearSearch'),
      clear: t('pickers.assets.clear'),
      loading: t('pickers.assets.loading'),
      empty: t('words.noItems'),
      failed: t('pickers.assets.failed'),
      retry: t('words.retry'),
      count: (found, total) => {
        const shown = found.filter(isAsset).length
        return total !== undefined && shown < total
          ? t('pickers.assets.part', { shown, total })
          : t('pickers.assets.found', { count: shown })
      },
    }),
    [t, placeholder],
  )
}

const icon = <BookText className="icon" aria-hidden="true" />

/** An asset that has been chosen, with its name as pickers show it. */
export type ChosenAsset = { id: number; name: string }

type AssetFieldProps = { here: Here; value: ChosenAsset | null; onChange: (asset: ChosenAsset | null) => void }

/** The asset that a new ticket is about. */
export const AssetField = ({ here, value, onChange }: AssetFieldProps) => {
  const { t } = useTranslation()
  return (
    <AsyncCombobox
      label={t('pickers.assets.name')}
      icon={icon}
      value={value && { value: value.id, text: value.name }}
      onChange={option => onChange(option && { id: option.value, name: option.text })}
      load={async (term, signal) => {
        const { rows, total } = await findAssets(here, term, signal)
        return { items: rows.map(asset => ({ value: asset.id, text: assetName(asset) })), total }
      }}
      labels={useLabels(t('pickers.assets.choose'))}
    />
  )
}

type AssetFilterProps = { here: Here; value: string | undefined; onChange: (wikiFilter: string | undefined) => void }

/** Keeps what is of assets with a text in folder or name: one found on the server, or any text. */
export const AssetFilter = ({ here, value, onChange }: AssetFilterProps) => {
  const { t } = useTranslation()
  return (
    <AsyncCombobox
      label={t('pickers.assets.name')}
      look="filter"
      icon={icon}
      value={value === undefined ? null : optionOf('', value, value)}
      onChange={option => onChange(option ? filterOf(option.value) : undefined)}
      load={async (term, signal) => {
        const text = term.trim()
        const { rows, total } = await findAssets(here, text, signal)
        const found = rows.map(asset => optionOf(asset.id, asset.name, assetName(asset)))
        const containing = text && found.length ? [optionOf('', text, t('pickers.assets.containing', { text }))] : []
        return { items: [...containing, ...found], total }
      }}
      labels={useLabels(t('pickers.assets.any'))}
    />
  )
}
