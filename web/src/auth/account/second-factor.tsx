import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SecondFactorSection } from '../../page/second-factor/second-factor-section.tsx'
import { useFormat } from '../../session/use-format.ts'
import { useText } from '../../text/use-text.ts'
import { factorCalls, secondFactor, sessions } from '../data.ts'
import { renewCodes } from '../passkeys/data.ts'
import { ownPasskeys } from '../passkeys/own-passkeys.ts'

/** The second factor of the user. */
export const SecondFactor = () => {
  const { t } = useText()
  const { numericDay } = useFormat()
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(secondFactor)
  return (
    <SecondFactorSection
      factor={data}
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
      calls={{ ...factorCalls, renew: renewCodes }}
      passkeys={ownPasskeys}
      offText={t('signInFactor.app.offText')}
      formatDay={numericDay}
      onChanged={() => {
        void queryClient.invalidateQueries({ queryKey: secondFactor.queryKey })
        void queryClient.invalidateQueries({ queryKey: sessions.queryKey })
      }}
    />
  )
}
