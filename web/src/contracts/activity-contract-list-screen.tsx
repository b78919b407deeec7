import type { ActivityContract } from '@portico/contract/contracts'
import { useSearch } from '@tanstack/react-router'
import { useList } from '../list/use-list.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { ActivityTable } from './activity-table.tsx'
import { AllowanceMeter } from './allowance-meter.tsx'
import { ContractItem } from './contract-item.tsx'
import { ContractList } from './contract-list.tsx'
import { ContractTiles } from './contract-tiles.tsx'
import { activityContractList } from './data.ts'
import { listReports, readAllowance } from './rules.ts'

const sorts = ['-start', 'end', 'name'] as const

const filesOf = ({ activities }: ActivityContract) => listReports(activities)

/** The screen of contracts of hours or units with their activities. */
export const ActivityContractListScreen = () => {
  const { t } = useText()
  const title = t('shell.menu.activitycontracts')
  useScreen('activitycontracts', title)
  const list = useList(useSearch({ from: '/$company/$contactid/activitycontracts' }), activityContractList, '-start')
  return (
    <ContractList
      title={title}
      list={list}
      sorts={sorts}
      filesOf={filesOf}
      tiles={<ContractTiles headers={list.query.data?.pages[0]?.headers} />}
      item={(contract, state) => {
        const { inHours } = readAllowance(contract)
        return (
          <ContractItem
            key={contract.id}
            {...contract}
            {...state}
            sub={t(inHours ? 'contracts.kind.hours' : 'contracts.kind.units')}
            aside={<AllowanceMeter of={contract} />}
          >
            {() => (
              <div className="contract-indent">
                <ActivityTable caption={contract.name} activities={contract.activities} inHours={inHours} />
              </div>
            )}
          </ContractItem>
        )
      }}
    />
  )
}
