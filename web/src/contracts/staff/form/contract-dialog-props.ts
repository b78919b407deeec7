import type { StaffContract } from '@portico/contract/staff/records/contracts'

/** The customer that a contract is made for. */
type ForCustomer = { id: number; companyName: string; portal: { id: number } }

/** What the dialogs of contracts take: the contract that is changed, or whom one is made for. */
export type ContractDialogProps = {
  contract?: StaffContract | undefined
  customer?: ForCustomer | undefined
  onClose: () => void
}
