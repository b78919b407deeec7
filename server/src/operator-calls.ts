import type { OperatorEndpoint } from './kernel/http/operator-route.ts'
import { registrations } from './registrations.ts'

/** Every call of the operator API as data; the OpenAPI document is generated from it. */
export const operatorCalls: OperatorEndpoint[] = registrations.flatMap(
  ({ operatorEndpoints = [] }) => operatorEndpoints,
)
