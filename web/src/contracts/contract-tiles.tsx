import type { ReactNode } from 'react'
import { useFormat } from '../session/use-format.ts'
import { useText } from '../text/use-text.ts'
import { daysUntil } from './rules.ts'
import { useAmounts } from './use-amounts.ts'

const Tile = ({ label, value, note }: { label: string; value: ReactNode; note: ReactNode }) => (
  <div className="tile">
    <span className="tile-label">{label}</span>
    <span className="tile-value">
      {value} {note && <small>{note}</small>}
    </span>
  </div>
)

/** The totals of the active contracts: remaining hours and units, their number, and the next end. */
export const ContractTiles = ({ headers }: { headers: Headers | undefined }) => {
  const { t } = useText()
  const format = useFormat()
  const amounts = useAmounts()
  const total = (name: string) => Number(headers?.get(name) ?? 0)
  const [minutes, units] = [total('Active-Minutes-Amount'), total('Active-Units-Amount')]
  const nextEnd = headers?.get('Next-End')
  const none = '–'
  return (
    <div className="contract-tiles" aria-busy={headers === undefined || undefined}>
      <div className="tiles">
        <Tile
          label={t('contracts.tile.hours')}
          value={headers ? amounts.hours(total('Active-Minutes')) : none}
          note={headers && t('contracts.of', { total: amounts.hours(minutes) })}
        />
        {(units > 0 || !headers) && (
          <Tile
            label={t('contracts.tile.units')}
            value={headers ? format.number(total('Active-Units')) : none}
            note={headers && t('contracts.of', { total: amounts.units(units) })}
          />
        )}
        <Tile
          label={t('contracts.tile.active')}
          value={headers ? format.number(total('Total-Active')) : none}
          note={headers && t('contracts.of', { total: format.number(total('Total-Count')) })}
        />
        <Tile
          label={t('contracts.tile.nextEnd')}
          value={nextEnd ? format.numericDay(nextEnd) : none}
          note={nextEnd && t('contracts.inDays', { count: daysUntil(nextEnd) })}
        />
      </div>
    </div>
  )
}
