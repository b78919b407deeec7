import { Readable } from 'node:stream'
import type { SecurityReason } from '@portico/contract/security-log'
import { mailAddress } from '@portico/contract/shapes'
import { type StaffUser, type StaffUserChange, staffPhotoMax, staffPhotoSideMax } from '@portico/contract/staff/users'
import { readPictureContent } from '../../files/picture-content.ts'
import type { StaffScope } from '../../kernel/access/staff-scope.ts'
import { type Db, lock } from '../../kernel/database/db.ts'
import { fail, failAt } from '../../kernel/errors/fail.ts'
import { readImageSize } from '../../kernel/files/image-size.ts'
import type { Deps } from '../../kernel/http/deps.ts'
import type { FileSource } from '../../records/definition/files.ts'
import { changeRecord } from '../../records/write/change-records.ts'
import type { WriteDeps } from '../../records/write/run-write.ts'
import { sendAccountNotice } from '../account-notice.ts'
import { requireNames } from '../required-names.ts'
import { type FoundUser, findStaffUser, isStaffAddress } from './queries.ts'

/** The path under which the record engine finds a new photo. */
const PHOTO = 'photo'

/** Fails where another employee than `but` has the address. Runs in a transaction, for two who take the same one at once. */
export const requireFreeAddress = async (db: Db, scope: StaffScope, email: string, but?: number): Promise<void> => {
  if (!mailAddress.test(email)) failAt('invalid_request', 'body.email', 'is no e-mail address')
  await lock(db, `staff users ${scope.serviceCompanyId}`)
  if (await isStaffAddress(db, scope, email, but))
    failAt('conflict', 'body.email', 'is the address of another employee')
}

const readPhoto = ({ picture }: StaffUserChange): FileSource | undefined => {
  if (!picture) return undefined
  const content = readPictureContent(picture, 'body.picture', staffPhotoMax)
  // Every reader's browser decodes it, whatever it claims to measure.
  const size = readImageSize(content)
  if (!size || Math.max(size.width, size.height) > staffPhotoSideMax)
    failAt(
      'invalid_request',
      'body.picture',
      `is no image of ${staffPhotoSideMax} × ${staffPhotoSideMax} pixels at most`,
    )
  return { find: async () => ({ name: picture.name, open: () => Readable.from([content]) }) }
}

/** What a change of an employee needs: the record engine's, and mails to who signs in. */
export type UserDeps = WriteDeps & Pick<Deps, 'messages'>

/** Changes an employee by the rules of the import; `changed` names what is another now, as the security log does. */
export const changeUser = async (
  deps: UserDeps,
  scope: StaffScope,
  userId: number,
  { change, now }: { change: StaffUserChange; now: Date },
): Promise<{ user: StaffUser; staffAccountId: number | null; changed: SecurityReason[] }> => {
  const find = async (): Promise<FoundUser> => (await findStaffUser(deps.database, scope, userId)) ?? fail('not_found')
  const { user: before, externalId, isInstallationOperator, ...account } = await find()
  if (isInstallationOperator && !scope.isInstallationOperator)
    fail('forbidden', { detail: 'Only an operator of the installation changes another.' })
  const names = requireNames(change)
  const email = change.email === undefined ? undefined : change.email?.trim() || null
  const files = readPhoto(change)
  const isDerived = before.displayName === `${before.firstName} ${before.lastName}`
  await changeRecord(deps, 'staff', externalId, {
    fields: {
      ...names,
      // The name that customers read follows, unless it was given apart.
      ...(isDerived && Object.keys(names).length > 0 && { displayName: null }),
      ...(email !== undefined && { email }),
      ...(change.picture !== undefined && { picture: change.picture && { path: PHOTO, name: change.picture.name } }),
    },
    now,
    tenantScope: { company: scope.serviceCompanyId, withCompanyRights: true },
    begin: async db => {
      if (email) await requireFreeAddress(db, scope, email, userId)
      const { staffAccountId, signsIn } = account
      const isMoved = email !== undefined && email !== before.email
      if (isMoved && signsIn && staffAccountId !== null)
        await sendAccountNotice(db, deps, { ...scope, staffAccountId }, { kind: 'noticeAddressChanged', now })
    },
    ...(files && { files }),
  })
  const { user, staffAccountId } = await find()
  const parts: [SecurityReason, boolean][] = [
    ['name', user.firstName !== before.firstName || user.lastName !== before.lastName],
    ['address', user.email !== before.email],
    ['photo', user.profileImage !== before.profileImage],
  ]
  return { user, staffAccountId, changed: parts.flatMap(([part, isOther]) => (isOther ? [part] : [])) }
}
