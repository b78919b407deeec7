import { useMemo } from 'react'
import { useText } from '../text/use-text.ts'
import { useContractManner } from './contract-manner.ts'

/** Formats minutes (`48 h 15 min`) and units (`12 units`) in the reader's language. */
export const useAmounts = () => {
  const { t } = useText()
  const { format } = useContractManner()
  return useMemo(() => {
    const hours = (minutes: number) => {
      const size = Math.abs(minutes)
      const [h, min] = [Math.floor(size / 60), size % 60]
      const parts = [...(h || !min ? [`${format.number(h)} h`] : []), ...(min ? [`${min} min`] : [])]
      return `${minutes < 0 ? '−' : ''}${parts.join(' ')}`
    }
    const units = (amount: number) => t('contracts.units', { count: amount, amount: format.number(amount) })
    return { hours, units, of: (inHours: boolean, amount: number) => (inHours ? hours(amount) : units(amount)) }
  }, [t, format])
}
