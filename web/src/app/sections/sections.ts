import { appointments } from '../../appointments/section.ts'
import { auth } from '../../auth/section.ts'
import { contracts } from '../../contracts/section.ts'
import { documents } from '../../documents/section.ts'
import { estimates } from '../../estimates/section.ts'
import { invoices } from '../../invoices/section.ts'
import { people } from '../../people/section.ts'
import { portals } from '../../portals/section.ts'
import { publicFiles } from '../../public-files/section.ts'
import { reports } from '../../reports/section.ts'
import { signing } from '../../signing/section.ts'
import { subscriptions } from '../../subscriptions/section.ts'
import type { CustomerTexts } from '../../text/customer-texts.ts'
import type { passkeyTexts } from '../../text/passkey-texts.ts'
import type { peopleTexts } from '../../text/people-texts.ts'
import type { connectionTexts, editorTexts, factorTexts, fileTexts, listTexts } from '../../text/shared-texts.ts'
import type { LazyTexts } from '../../text/texts.ts'
import { tickets } from '../../tickets/section.ts'
import type { viewingTexts } from '../../viewing/texts.ts'
import { wiki } from '../../wiki/section.ts'

/** Every section of the product. The first nine are in the menu's order (specification/screens-and-addresses.md#menu-order). */
const sections = [
  tickets,
  contracts,
  subscriptions,
  reports,
  wiki,
  estimates,
  invoices,
  documents,
  publicFiles,
  auth,
  people,
  portals,
  appointments,
  signing,
] as const

export const rootRoutes = sections.flatMap(section => ('rootRoutes' in section ? [...section.rootRoutes] : []))
export const portalRoutes = sections.flatMap(section => ('portalRoutes' in section ? [...section.portalRoutes] : []))
export const contactRoutes = sections.flatMap(section => ('contactRoutes' in section ? [...section.contactRoutes] : []))

/** The entries of the main menu that lead to a section, in their order. */
export const menuEntries = sections.flatMap(section => ('menu' in section ? [...section.menu] : []))

export const liveRecords = sections.flatMap(section => ('liveRecords' in section ? [section.liveRecords] : []))

// Every text key of the product: what is loaded at the start, and what comes with the screens of the sections.
type TextsOf<Loader extends LazyTexts> = Awaited<ReturnType<Loader['en']>>
type SharedTexts = TextsOf<
  | typeof listTexts
  | typeof factorTexts
  | typeof fileTexts
  | typeof editorTexts
  | typeof connectionTexts
  | typeof passkeyTexts
  | typeof peopleTexts
  | typeof viewingTexts
>
type SectionTexts = Extract<(typeof sections)[number], { texts: unknown }>['texts'][number]

declare module '../../text/use-text.ts' {
  interface Catalogue {
    texts: CustomerTexts & { [Module in SharedTexts | TextsOf<SectionTexts> as keyof Module]: Module[keyof Module] }
  }
}
