import { readPasswordNames } from '../auth/passwords/password-names-queries.ts'
import { findWeakness } from '../auth/passwords/weak-password.ts'
import type { Db } from '../kernel/database/db.ts'
import { failAt } from '../kernel/errors/fail.ts'

type Names = readonly (string | null | undefined)[]

/**
 * Fails with `weak_password` unless a password of the staff keeps the rules for customers. `own` and `organisations` are names that it must
 * not contain, beside those of the company and its portals.
 */
export const requireStrongPassword = async (
  db: Db,
  password: string,
  {
    path,
    serviceCompanyId,
    own,
    organisations = [],
  }: { path: string; serviceCompanyId: number; own: Names; organisations?: Names },
): Promise<void> => {
  const ofCompany = await readPasswordNames(db, { serviceCompanyId, webUserId: null })
  const given = (names: Names) => names.filter(name => name != null && name !== '') as string[]
  const weakness = await findWeakness(password, {
    own: [...ofCompany.own, ...given(own)],
    organisations: [...ofCompany.organisations, ...given(organisations)],
  })
  if (weakness) failAt('weak_password', path, weakness)
}
