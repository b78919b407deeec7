import type { WikiElement } from '@portico/contract/wiki'
import { ChevronRight, Folder as FolderIcon, FolderOpen } from 'lucide-react'
import { memo } from 'react'
import { RowLink } from '../list/row-link.tsx'
import { useText } from '../text/use-text.ts'
import type { Folder } from './folders.ts'

const AssetRow = memo(({ asset, selected }: { asset: WikiElement; selected: boolean }) => {
  const { t } = useText()
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row whose link takes the focus
    <div className="asset" role="row" aria-selected={selected}>
      {/* biome-ignore lint/a11y/useSemanticElements: a cell of the row above */}
      <span role="cell">
        <RowLink id={asset.id}>
          <b>{asset.name}</b>
        </RowLink>
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a cell of the row above */}
      <small role="cell">{t('wiki.propertyCount', { count: asset.properties.length })}</small>
    </div>
  )
})

type WikiFoldersProps = {
  folders: Folder[]
  selected: number | undefined
  closed: ReadonlySet<number>
  onToggle: (folder: number, open: boolean) => void
}

/** Assets in folders that expand and collapse. */
export const WikiFolders = ({ folders, selected, closed, onToggle }: WikiFoldersProps) =>
  folders.map(({ id, name, assets, whole }) => {
    const open = !closed.has(id)
    const Icon = open ? FolderOpen : FolderIcon
    return (
      <details key={id} className="folder" open={open} onToggle={event => onToggle(id, event.currentTarget.open)}>
        <summary>
          <ChevronRight className="icon chevron" aria-hidden="true" />
          <Icon className="icon" aria-hidden="true" />
          {name}
          {whole && <span className="page-count">{assets.length}</span>}
        </summary>
        {/* biome-ignore lint/a11y/useSemanticElements: rows of a folder are laid out as blocks */}
        <div className="folder-items" role="table" aria-label={name}>
          {assets.map(asset => (
            <AssetRow key={asset.id} asset={asset} selected={asset.id === selected} />
          ))}
        </div>
      </details>
    )
  })

const names = ['46%', '38%', '54%', '42%']

/** The skeleton of folders while the first page is loading. */
export const WikiSkeleton = ({ label }: { label: string }) => (
  <>
    {[4, 3, 2].map(count => (
      <div key={count} className="folder" aria-hidden="true">
        <div className="asset">
          <span className="skeleton" style={{ '--w': '30%' }} />
        </div>
        <div className="folder-items">
          {names.slice(0, count).map(width => (
            <div key={width} className="asset">
              <span className="skeleton" style={{ '--w': width }} />
            </div>
          ))}
        </div>
      </div>
    ))}
    <p className="sr-only" role="status">
      {label}
    </p>
  </>
)
