import type { Endpoint } from '@portico/contract/endpoint'
import { everySection } from './every-section.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

/** Every endpoint of the portal's API, from the contracts of the sections. */
export const everyEndpoint: Endpoint[] = everySection.flatMap(({ contract = {} }) =>
  Object.values(contract).filter(isEndpoint),
)
