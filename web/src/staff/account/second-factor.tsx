import type { StaffProof } from '@portico/contract/sign-in/passkeys'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SecondFactorSection } from '../../page/second-factor/second-factor-section.tsx'
import { useText } from '../../text/use-text.ts'
import { ownPasskeys } from '../passkeys/own-passkeys.ts'
import { factorCalls } from '../session/data.ts'
import { useStaffFormat } from '../session/use-staff-format.ts'
import { ownSessions, secondFactor } from './data.ts'
import { useFollowNext } from './use-follow-next.ts'

/** The own second factor. Who removes one that is required is led to setting up another. */
export const SecondFactor = () => {
  const { t } = useText()
  const { numericDay } = useStaffFormat()
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(secondFactor)
  const followNext = useFollowNext()
  const remove = async (proof: StaffProof) => followNext(await factorCalls.remove(proof))
  return (
    <SecondFactorSection
      className="account-block"
      factor={data}
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
      calls={{ ...factorCalls, remove }}
      passkeys={ownPasskeys}
      offText={t('staffAccount.factorOffText')}
      formatDay={numericDay}
      onChanged={() => {
        void queryClient.invalidateQueries({ queryKey: secondFactor.queryKey })
        void queryClient.invalidateQueries({ queryKey: ownSessions.queryKey })
      }}
    />
  )
}
