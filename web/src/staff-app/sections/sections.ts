import { planning } from '../../appointments/staff/planning-section.ts'
import { visits } from '../../appointments/staff/section.ts'
import { staffContractsSection } from '../../contracts/staff/section.ts'
import { customers } from '../../customers/staff/section.ts'
import { imports } from '../../import/staff/section.ts'
import { mail } from '../../inbound-mail/staff/section.ts'
import { portals } from '../../portals/staff/section.ts'
import { published } from '../../published/staff/section.ts'
import { publishing } from '../../publishing/staff/section.ts'
import { signaturesSection } from '../../signing/staff/section.ts'
import { staff } from '../../staff/section.ts'
import { installation } from '../../staff/settings/installation/section.ts'
import { settings } from '../../staff/settings/section.ts'
import { staffSubscriptionsSection } from '../../subscriptions/staff/section.ts'
import type { passkeyTexts } from '../../text/passkey-texts.ts'
import type { connectionTexts, editorTexts, factorTexts, fileTexts, listTexts } from '../../text/shared-texts.ts'
import type { StaffTexts } from '../../text/staff-texts.ts'
import type { LazyTexts } from '../../text/texts.ts'
import { tickets } from '../../tickets/staff/section.ts'
import { time } from '../../tickets/staff/time/time-section.ts'
import { staffAssetsSection } from '../../wiki/staff/section.ts'
import type { staffPaletteTexts } from './palette-texts.ts'

/** Every section that has screens for the staff, in the order of the rail. */
const sections = [
  tickets,
  planning,
  visits,
  customers,
  mail,
  imports,
  publishing,
  published,
  signaturesSection,
  staffContractsSection,
  staffSubscriptionsSection,
  staffAssetsSection,
  time,
  portals,
  staff,
  settings,
  installation,
] as const

export const rootRoutes = sections.flatMap(section => ('rootRoutes' in section ? [...section.rootRoutes] : []))
export const signedInRoutes = sections.flatMap(section =>
  'signedInRoutes' in section ? [...section.signedInRoutes] : [],
)

export const settingsRoutes = sections.flatMap(section =>
  'settingsRoutes' in section ? [...section.settingsRoutes] : [],
)

/** The entries of the settings' menu, those of the settings' own section first. */
export const settingsEntries = sections
  .toReversed()
  .flatMap(section => ('settings' in section ? [...section.settings] : []))

/** The entries of the rail, in their order. */
export const railEntries = sections.flatMap(section => ('rail' in section ? [...section.rail] : []))

// Every text key of the staff room: what is loaded at the start, and what comes with the screens of the sections.
type TextsOf<Loader extends LazyTexts> = Awaited<ReturnType<Loader['en']>>
type SharedTexts = TextsOf<
  | typeof listTexts
  | typeof factorTexts
  | typeof fileTexts
  | typeof editorTexts
  | typeof connectionTexts
  | typeof passkeyTexts
  | typeof staffPaletteTexts
>
type SectionTexts = Extract<(typeof sections)[number], { texts: unknown }>['texts'][number]

declare module '../../text/use-text.ts' {
  interface Catalogue {
    texts: StaffTexts & { [Module in SharedTexts | TextsOf<SectionTexts> as keyof Module]: Module[keyof Module] }
  }
}
