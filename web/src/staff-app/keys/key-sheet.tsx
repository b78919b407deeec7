import { Keyboard, X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Switch } from '../../staff/parts/switch.tsx'
import type { KeyPlace, ListedKey } from '../../staff/session/use-keys.ts'
import { useListedKeys } from '../../staff/session/use-keys.ts'
import { useMe } from '../../staff/session/use-me.ts'
import { useChangePreferences } from '../../staff/session/use-preferences.ts'
import { useText } from '../../text/use-text.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { keysOf } from './key-names.ts'
import './key-sheet.css'

const places: readonly KeyPlace[] = ['everywhere', 'queue', 'ticket', 'customers', 'publish']

const Keys = ({ keys, text }: ListedKey) => {
  const { t } = useText()
  return (
    <div>
      <dt>{text}</dt>
      <dd>
        {keysOf(keys, t('staffPalette.shift')).map((key, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a key is known by its place
          <kbd key={at}>{key}</kbd>
        ))}
      </dd>
    </div>
  )
}

/** The keys that hold on this screen, and whether single letters are keys. */
export const KeySheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useText()
  const listed = useListedKeys()
  const { keys } = useMe()
  const { changeKeys } = useChangePreferences()
  // Outside of the rail that opens it, whose colours are the brand's.
  return createPortal(
    <Dialog open onClose={onClose} label={t('staffPalette.keys')} className="dialog key-dialog">
      <header>
        <span className="key-mark" aria-hidden="true">
          <Keyboard className="icon" />
        </span>
        <div>
          <h2>{t('staffPalette.keys')}</h2>
          <p>{t('staffPalette.keysText')}</p>
        </div>
        <IconButton label={t('words.close')} onClick={onClose}>
          <X className="icon" aria-hidden="true" />
        </IconButton>
      </header>
      <div className="key-sheet">
        {places.map(place => {
          const own = listed[place]
          if (!own?.length) return null
          return (
            <section key={place}>
              <h3>{t(`staffPalette.place.${place}`)}</h3>
              <dl>
                {own.map(key => (
                  <Keys key={key.keys} {...key} />
                ))}
              </dl>
            </section>
          )
        })}
      </div>
      <footer>
        <Switch checked={keys} onChange={changeKeys}>
          {t('staffShell.letterKeys')}
        </Switch>
      </footer>
    </Dialog>,
    document.body,
  )
}
