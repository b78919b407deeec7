import { Box } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import type { PopoverTrigger } from '../../ui/overlay/popover.tsx'
import { AsyncCombobox } from '../../ui/select/async-combobox.tsx'
import { findAssets } from './data.ts'

/** An asset that was chosen: its id and its name. */
export type ChosenAsset = { value: number; text: string }

type AssetPickerProps = {
  contactId: number
  value: ChosenAsset | null
  onChange: (asset: ChosenAsset | null) => void
  /** The name of the chosen asset, where a button with an icon takes the place of the form's field. */
  chip?: { text: string; isPending: boolean }
}

/** Finds an asset of a customer by folder or name. */
export const AssetPicker = ({ contactId, value, onChange, chip }: AssetPickerProps) => {
  const { t } = useText()
  const label = t('pickers.assets.name')
  const button = (trigger: PopoverTrigger) => (
    <button
      type="button"
      {...trigger}
      className="prop"
      aria-busy={chip?.isPending || undefined}
      aria-label={`${label}: ${chip?.text}`}
    >
      <Box className="icon" aria-hidden="true" />
      {chip?.text}
    </button>
  )
  return (
    <AsyncCombobox<number>
      label={label}
      value={value}
      onChange={asset => onChange(asset && { value: asset.value, text: asset.text })}
      load={async (term, signal) => {
        const found = await findAssets(contactId, term, signal)
        return { items: found.map(({ id, name, folderName }) => ({ value: id, text: name, end: folderName })) }
      }}
      {...(chip && { look: button, openOn: 'click' })}
      labels={{
        placeholder: t('pickers.assets.choose'),
        search: t('pickers.assets.search'),
        clearSearch: t('pickers.clearSearch'),
        clear: t('pickers.assets.clear'),
        loading: t('pickers.assets.loading'),
        empty: t('words.noItems'),
        failed: t('pickers.assets.failed'),
        retry: t('words.retry'),
        count: items => t('pickers.assets.found', { count: items.length }),
      }}
    />
  )
}
