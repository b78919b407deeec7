import { useQueryClient } from '@tanstack/react-query'
import { PasskeyList } from '../../page/passkeys/passkey-list.tsx'
import { ownPasskeys } from '../passkeys/own-passkeys.ts'
import { useStaffFormat } from '../session/use-staff-format.ts'
import { ownSessions } from './data.ts'
import { useFollowNext } from './use-follow-next.ts'

/** The own passkeys. Who removes the last factor where one is required is led to setting up another. */
export const Passkeys = () => {
  const { numericDay } = useStaffFormat()
  const queryClient = useQueryClient()
  const followNext = useFollowNext()
  const renewSessions = () => queryClient.invalidateQueries({ queryKey: ownSessions.queryKey })
  const calls = {
    ...ownPasskeys,
    add: async (...proof: Parameters<typeof ownPasskeys.add>) => {
      await ownPasskeys.add(...proof)
      void renewSessions()
    },
    remove: async (...what: Parameters<typeof ownPasskeys.remove>) => {
      await followNext(await ownPasskeys.remove(...what))
      void renewSessions()
    },
  }
  return <PasskeyList calls={calls} className="account-block" formatDay={numericDay} />
}
