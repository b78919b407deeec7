import { leaveDemo } from '@portico/contract/staff/demo'
import { call } from '../../../api/api.ts'
import { notifyTabs } from '../../session/session.ts'

/** Removes the demo; answers the link of the welcome page, null where there is another company. */
export const removeDemo = {
  mutationFn: async () => {
    const { link } = await call(leaveDemo, { body: { confirm: 'demo' } })
    notifyTabs('signed-out')
    return link
  },
}
