import { changeStaffPassword } from '@portico/contract/staff/session'
import { call } from '../../api/api.ts'

/** Changes the own password; the other sessions end. */
export const changePassword = {
  mutationFn: (body: { currentPassword: string; newPassword: string }) => call(changeStaffPassword, { body }),
}
