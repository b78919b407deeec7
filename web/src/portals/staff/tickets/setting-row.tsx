import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../text/use-text.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

type SettingRowProps = {
  name: string
  mark?: ReactNode
  chips?: ReactNode
  about?: string
  isBusy: boolean
  /** Undefined where the rows have no order. */
  order?: { isFirst: boolean; isLast: boolean; onMove: (by: -1 | 1) => void }
  onChange: () => void
  onRemove: () => void
}

/** One of the things that administrators keep in a list. */
export const SettingRow = ({ name, mark, chips, about, isBusy, order, onChange, onRemove }: SettingRowProps) => {
  const { t } = useText()
  return (
    <li className="setting-row">
      {mark}
      <span className="row-text">
        <span className="row-name">
          {name}
          {chips}
        </span>
        {about && <small>{about}</small>}
      </span>
      <span className="row-acts">
        {order && (
          <>
            <IconButton
              label={t('staffPortalSettings.tickets.up', { name })}
              aria-disabled={order.isFirst || isBusy}
              onClick={() => !order.isFirst && !isBusy && order.onMove(-1)}
            >
              <ArrowUp className="icon" aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('staffPortalSettings.tickets.down', { name })}
              aria-disabled={order.isLast || isBusy}
              onClick={() => !order.isLast && !isBusy && order.onMove(1)}
            >
              <ArrowDown className="icon" aria-hidden="true" />
            </IconButton>
          </>
        )}
        <IconButton label={t('staffPortalSettings.tickets.edit', { name })} onClick={onChange}>
          <Pencil className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton label={t('staffPortalSettings.tickets.remove', { name })} onClick={onRemove}>
          <Trash2 className="icon" aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  )
}

type Archived = { id: number; name: string; version: string }

/** What is out of use, and can come back. */
export const ArchivedRows = ({
  rows,
  onRestore,
}: {
  rows: readonly Archived[]
  onRestore: (row: Archived) => void
}) => {
  const { t } = useText()
  if (rows.length === 0) return null
  return (
    <details className="setting-archive">
      <summary>
        {t('staffPortalSettings.tickets.archive')} ({rows.length})
      </summary>
      <ul className="setting-rows">
        {rows.map(row => (
          <li key={row.id} className="setting-row">
            <span className="row-text">{row.name}</span>
            <button type="button" className="button button--sm" onClick={() => onRestore(row)}>
              {t('staffPortalSettings.tickets.restore')}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The ids with one moved by a place. */
export const moved = (ids: readonly number[], id: number, by: -1 | 1): number[] => {
  const from = ids.indexOf(id)
  const order = [...ids]
  order.splice(from, 1)
  order.splice(from + by, 0, id)
  return order
}
