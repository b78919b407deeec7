import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstLanguage } from '../api/local-storage.ts'
import { viewingKey } from '../api/viewing-tab.ts'
import { nameTab } from '../session/page-title.ts'
import { customerTexts } from '../text/customer-texts.ts'
import { startTexts, withTexts } from '../text/texts.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { receiveToken } from './receive-token.ts'
import { beginSight } from './sight.ts'
import { viewingTexts } from './texts.ts'

const loadEnd = withTexts(() => import('./ended-screen.tsx'), viewingTexts)

const showEnd = async (root: HTMLElement) => {
  await startTexts(firstLanguage(), customerTexts)
  document.getElementById('loading')?.setAttribute('data-gone', '')
  const { EndedScreen } = await loadPart(loadEnd)
  nameTab(i18next.t('viewingBar.ended'))
  createRoot(root).render(
    <StrictMode>
      <EndedScreen />
    </StrictMode>,
  )
}

/** Gets the token of this tab. False where there is none (any more): the page then says that the sight has ended, and nothing else starts. */
export const beginViewing = async (root: HTMLElement): Promise<boolean> => {
  const handed = viewingKey === undefined ? undefined : await receiveToken(viewingKey)
  if (handed) beginSight(handed)
  else await showEnd(root)
  return handed !== undefined
}
