import { leaveDemo } from '@portico/contract/staff/demo'
import { call } from '../../../api/api.ts'
import { tellTabs } from '../../session/session.ts'

/** Removes the demo; answers the link of the welcome page, null where there is another company. */
export const removeDemo = {
  mutationFn: async () => {
    const { link } = await call(leaveDemo, { body: { confirm: 'demo' } })
    tellTabs('signed-out')
    return link
  },
}
