import type { Section } from '../sections/definition/section.ts'
import { publicationChange } from './record.ts'

/** What becomes of published files, of every kind. */
export const published: Section = {
  name: 'published',
  records: [publicationChange],
}
