import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePanelTitle } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { SidePanel } from '../ui/overlay/side-panel.tsx'
import type { List } from './use-list.ts'

type RowPanelProps = {
  list: Pick<List<{ id: number }>, 'previous' | 'next' | 'close'>
  title: ReactNode
  sub?: ReactNode
  icon?: ReactNode
  /** Buttons of its own, before previous, next and close. */
  tools?: ReactNode
  children: ReactNode
}

/** The panel of a list's open row, with the ways to the rows before and after it. */
export const RowPanel = ({ list: { previous, next, close }, tools, ...panel }: RowPanelProps) => {
  const { t } = useText()
  usePanelTitle(typeof panel.title === 'string' ? panel.title : undefined)
  return (
    <SidePanel
      {...panel}
      closeLabel={t('lists.panel.close')}
      onClose={close}
      tools={
        <>
          {tools}
          <IconButton label={t('lists.panel.previous')} aria-disabled={!previous} onClick={previous}>
            <ChevronUp className="icon" aria-hidden="true" />
          </IconButton>
          <IconButton label={t('lists.panel.next')} aria-disabled={!next} onClick={next}>
            <ChevronDown className="icon" aria-hidden="true" />
          </IconButton>
        </>
      }
    />
  )
}
