import { useSearch } from '@tanstack/react-router'
import { useList } from '../list/use-list.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { SplitView } from '../ui/overlay/side-panel.tsx'
import { AssetList } from './asset-list.tsx'
import { wikiList } from './data.ts'
import { OpenAsset } from './open-asset.tsx'
import './wiki.css'

/** The screen of the contact's assets by folder, with the panel of the open one. */
export const WikiScreen = () => {
  const { t } = useText()
  useScreen('wiki', t('shell.menu.wiki'))
  const list = useList(useSearch({ from: '/$company/$contactid/wiki' }), wikiList, 'folder', { readsRow: false })
  const { open } = list.search
  return (
    <SplitView resizeLabel={t('lists.panel.resize')} panel={open !== undefined && <OpenAsset id={open} list={list} />}>
      <AssetList list={list} />
    </SplitView>
  )
}
