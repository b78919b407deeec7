import type { PeriodicWriter } from '../database/periodic-writer.ts'

/** Where a customer stands: the keys of a contact. */
type ContactKeys = { serviceCompanyId: number; portalId: number; contactId: number }

/**
 * That somebody has opened something: a file of a contact by its id, or a record by its kind and id. `webUserId` is null for whoever has the
 * link of a document to sign.
 */
export type Opened = ContactKeys & { webUserId: number | null } & (
    | { fileId: number }
    | { kind: 'publicFile' | 'documentToSign'; recordId: number }
  )

/** Keeps who has opened what. */
export type Openings = PeriodicWriter & {
  /** Notes an opening, which is in the table within a second. Never waits and never throws. */
  note(opened: Opened): void
}
