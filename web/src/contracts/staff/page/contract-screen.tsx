import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FileSignature } from 'lucide-react'
import { RecordScreen } from '../../../staff/parts/records/record-screen.tsx'
import { useStaffScreen } from '../../../staff/session/use-staff-screen.ts'
import { useText } from '../../../text/use-text.ts'
import { buttonClass } from '../../../ui/buttons/button-class.ts'
import { contract } from '../data.ts'
import { ContractPage } from './contract-page.tsx'
import '../../../staff/parts/record.css'
import '../../../staff/parts/records/records.css'

/** The page of a contract, or why it is not there. */
export const ContractScreen = () => {
  const { t } = useText()
  const { kind, contractid: id } = useParams({ from: '/signed-in/contracts/$kind/$contractid' })
  const query = useQuery(contract({ kind, id }))
  useStaffScreen('staff-contract', query.data?.name ?? t('staffContracts.title'))
  if (query.data) return <ContractPage key={`${kind}-${id}`} contract={query.data} />
  return (
    <RecordScreen
      query={query}
      icon={<FileSignature className="icon" />}
      gone={t('staffContracts.gone')}
      back={
        <Link to="/contracts" className={buttonClass()}>
          {t('staffContracts.back')}
        </Link>
      }
    />
  )
}
