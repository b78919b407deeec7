import { operatorApi } from './operator-api/section.ts'
import type { Section } from './sections/definition/section.ts'
import { everySection } from './sections/every-section.ts'

/** Whatever registers routes, jobs, cleanups and metrics: the operator API, and the sections below it. */
export const registrations: readonly Section[] = [operatorApi, ...everySection]
