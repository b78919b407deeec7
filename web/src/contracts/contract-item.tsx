import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../text/use-text.ts'
import { Status } from '../ui/feedback/status.tsx'
import { useContractManner } from './contract-manner.ts'
import { statusKind } from './rules.ts'

type ContractItemProps = {
  name: string
  sub?: string
  isExpired: boolean
  expiring30Days: boolean
  start: string
  end: string | null
  /** Shown at the end of the line: the meter or a summary. */
  aside: ReactNode
  service?: boolean
  open: boolean
  onToggle: () => void
  children: () => ReactNode
}

/** A contract as an expandable line. */
export const ContractItem = ({ open, onToggle, children, service, ...contract }: ContractItemProps) => {
  const { t } = useText()
  const { format } = useContractManner()
  const { name, sub, start, end, aside } = contract
  const kind = statusKind(contract)
  return (
    <details className="accordion-item contract" open={open}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button by itself, keys included */}
      <summary
        onClick={event => {
          // The URL controls which one is open, not the element.
          event.preventDefault()
          onToggle()
        }}
      >
        <ChevronRight className="icon chevron" aria-hidden="true" />
        <div className={service ? 'contract-head contract-head--service' : 'contract-head'}>
          <span className="contract-name">
            {name}
            {sub && <small>{sub}</small>}
          </span>
          <span>
            <Status kind={kind === 'past-end' ? 'in-expiry' : kind}>{t(`contracts.state.${kind}`)}</Status>
          </span>
          <span className="contract-period">
            {format.numericDay(start)} – {end === null ? t('contracts.noEnd') : format.numericDay(end)}
          </span>
          {aside}
        </div>
      </summary>
      {open && <div className="accordion-body">{children()}</div>}
    </details>
  )
}
