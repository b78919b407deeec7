import type { ServiceContract } from '@portico/contract/contracts'
import { useSearch } from '@tanstack/react-router'
import { useList } from '../list/use-list.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { ContractItem } from './contract-item.tsx'
import { ContractList } from './contract-list.tsx'
import { idsIn } from './contract-search.ts'
import { serviceContractList } from './data.ts'
import { documentKey, listReports, packageActivities } from './rules.ts'
import { ServiceContractBody } from './service-contract-body.tsx'
import { TagFilter } from './tag-filter.tsx'
import { useUnknownTags } from './use-unknown-tags.ts'

const sorts = ['-activeFrom', 'activeTo', 'name'] as const

const filesOf = ({ documents, packages }: ServiceContract) => [
  ...listReports(packageActivities(packages)),
  ...documents.map(({ id, documentName, url }) => ({ key: documentKey(id), title: documentName, url })),
]

/** The screen of service contracts with their packages, documents, assets and tags. */
export const ServiceContractListScreen = () => {
  const { t } = useText()
  const title = t('shell.menu.servicecontracts')
  useScreen('servicecontracts', title)
  const list = useList(useSearch({ from: '/$company/$contactid/servicecontracts' }), serviceContractList, '-activeFrom')
  const dropping = useUnknownTags(list.search.tagIds, list.query.error, tagIds =>
    list.filter({ tagIds, open: list.search.open, file: list.search.file }),
  )
  const summary = ({ packages, documents }: ServiceContract) =>
    [
      ...(packages.length > 0 ? [t('contracts.packageCount', { count: packages.length })] : []),
      ...(documents.length > 0 ? [t('contracts.documentCount', { count: documents.length })] : []),
    ].join(', ')
  return (
    <ContractList
      title={title}
      list={list}
      sorts={sorts}
      waiting={dropping}
      filesOf={filesOf}
      filters={
        <TagFilter
          value={idsIn(list.search.tagIds)}
          onChange={ids => list.filter({ tagIds: ids.join(',') || undefined, file: undefined })}
        />
      }
      item={(contract, state) => (
        <ContractItem
          key={contract.id}
          {...contract}
          {...state}
          start={contract.activeFrom}
          end={contract.activeTo}
          service
          aside={<span className="contract-summary">{summary(contract)}</span>}
        >
          {() => <ServiceContractBody contract={contract} />}
        </ContractItem>
      )}
    />
  )
}
