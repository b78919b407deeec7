import type { ContractKind } from '@portico/contract/staff/records/contracts'
import type { ContractDialogProps } from './contract-dialog-props.ts'
import { HourContractDialog } from './hour-contract-dialog.tsx'
import { ServiceContractDialog } from './service-contract-dialog.tsx'

/** Makes a contract, or changes one. */
export const ContractDialog = ({ kind, ...props }: ContractDialogProps & { kind: ContractKind }) =>
  kind === 'activity' ? <HourContractDialog {...props} /> : <ServiceContractDialog {...props} />
