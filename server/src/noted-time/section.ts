import type { Section } from '../sections/definition/section.ts'
import { notedTime as record } from './record.ts'

/** What the staff note of their time on tickets and visits, as records: they note it in those sections. */
export const notedTime: Section = { name: 'noted-time', records: [record] }
