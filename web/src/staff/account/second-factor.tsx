import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SecondFactorSection } from '../../page/second-factor/second-factor-section.tsx'
import { factorCalls } from '../session/data.ts'
import { useStaffFormat } from '../session/use-staff-format.ts'
import { ownSessions, secondFactor } from './data.ts'

/** The own second factor. Who removes one that is required is led to setting up another. */
export const SecondFactor = () => {
  const { t } = useTranslation()
  const { numericDay } = useStaffFormat()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { data, error, refetch, isFetching } = useQuery(secondFactor)
  const remove = async (currentPassword: string) => {
    const { next } = await factorCalls.remove(currentPassword)
    if (next === null) return
    queryClient.clear()
    await router.invalidate()
  }
  return (
    <SecondFactorSection
      className="account-block"
      factor={data}
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
      calls={{ ...factorCalls, remove }}
      offText={t('staffAccount.factorOffText')}
      formatDay={numericDay}
      onChanged={() => {
        void queryClient.invalidateQueries({ queryKey: secondFactor.queryKey })
        void queryClient.invalidateQueries({ queryKey: ownSessions.queryKey })
      }}
    />
  )
}
