import type { staffPublishNav as english } from '../../../en/staff/publishing/publish-nav.ts'
import type { Texts } from '../../../shape/catalogue-shape.ts'

export const staffPublishNav: Texts<typeof english> = {
  toPublish: 'Da pubblicare',
  label: 'Pubblicazione',
  published: 'Già pubblicati',
  signatures: 'Da firmare',
}
