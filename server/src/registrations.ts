import { operatorApi } from './operator-api/section.ts'
import type { Section } from './sections/definition/section.ts'
import { everySection } from './sections/every-section.ts'

/** All modules that register routes, jobs, cleanups and metrics: the operator API and every section. */
export const registrations: readonly Section[] = [operatorApi, ...everySection]
