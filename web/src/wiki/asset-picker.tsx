import { BookText } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import type { Here } from '../session/addresses.ts'
import { useText } from '../text/use-text.ts'
import { AsyncCombobox } from '../ui/select/async-combobox.tsx'
import { assetName } from './asset-name.ts'
import { findAssets } from './data.ts'

// The filter is a text, not an asset: an option's value has the text after a prefix that makes it unique.
const toOption = (key: string | number, filter: string, text: string) => ({ value: `${key}/${filter}`, text })
const filterOf = (value: string) => value.slice(value.indexOf('/') + 1)
const isAsset = ({ value }: { value: string | number }) => !String(value).startsWith('/')

const useLabels = (placeholder: string): ComponentProps<typeof AsyncCombobox>['labels'] => {
  const { t } = useText()
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

/** A selected asset with the name that pickers show. */
export type ChosenAsset = { id: number; name: string }

type AssetFieldProps = { here: Here; value: ChosenAsset | null; onChange: (asset: ChosenAsset | null) => void }

/** Selects the asset of a new ticket. */
export const AssetField = ({ here, value, onChange }: AssetFieldProps) => {
  const { t } = useText()
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

/** Filters by a text in the folder or name of the asset: a found asset, or free text. */
export const AssetFilter = ({ here, value, onChange }: AssetFilterProps) => {
  const { t } = useText()
  return (
    <AsyncCombobox
      label={t('pickers.assets.name')}
      look="filter"
      icon={icon}
      value={value === undefined ? null : toOption('', value, value)}
      onChange={option => onChange(option ? filterOf(option.value) : undefined)}
      load={async (term, signal) => {
        const text = term.trim()
        const { rows, total } = await findAssets(here, text, signal)
        const found = rows.map(asset => toOption(asset.id, asset.name, assetName(asset)))
        const containing = text && found.length ? [toOption('', text, t('pickers.assets.containing', { text }))] : []
        return { items: [...containing, ...found], total }
      }}
      labels={useLabels(t('pickers.assets.any'))}
    />
  )
}
