import type { WikiItem } from '@portico/contract/shapes'
import { createContext, type ReactNode, use } from 'react'
import type { Format } from '../text/format-of.ts'

export type FileLinkProps = { fileKey: string; className?: string; label?: string; children: ReactNode }

/** What differs between the customers' screens and what the staff see of them: formats, and where links lead. */
export type ContractManner = {
  format: Format
  /** The key of the file that is shown beside the contract. */
  shownFile: string | undefined
  FileLink: (props: FileLinkProps) => ReactNode
  AssetLink: (props: { asset: WikiItem; children: ReactNode }) => ReactNode
}

export const ContractMannerContext = createContext<ContractManner | null>(null)

/** The manner of the screen around a contract. */
export const useContractManner = (): ContractManner => {
  const manner = use(ContractMannerContext)
  if (!manner) throw new Error('a contract is drawn outside of a screen of contracts')
  return manner
}
