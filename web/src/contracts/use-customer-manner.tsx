import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormat } from '../session/use-format.ts'
import { useHere } from '../session/use-here.ts'
import type { ContractManner } from './contract-manner.ts'
import { FileLink } from './file-link.tsx'

const AssetLink: ContractManner['AssetLink'] = ({ asset, children }) => (
  <Link className="tag" to="/$company/$contactid/wiki" params={useHere()} search={{ open: asset.id }}>
    {children}
  </Link>
)

/** How customers see contracts: files open in the side panel, assets in the wiki. */
export const useCustomerManner = (): ContractManner => {
  const format = useFormat()
  const shownFile = useSearch({ strict: false, select: search => search.file })
  return useMemo(() => ({ format, shownFile, FileLink, AssetLink }), [format, shownFile])
}
