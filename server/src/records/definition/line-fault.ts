import type { TSchema } from 'typebox'
import { validator } from '../../kernel/http/validate.ts'
import type { RecordType } from './record-type.ts'
import { Refusal } from './refusal.ts'

type Check = ReturnType<typeof validator>
const checks = new Map<TSchema, Check>()

const checkOf = (schema: TSchema): Check => {
  const check = checks.get(schema) ?? validator(schema, 'body')
  checks.set(schema, check)
  return check
}

/** A line without the fields that are null, which mean the same as absent ones. */
export const withoutNulls = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))

/** The faults by which the schema of its type refuses a line, one a field. */
export const findLineFaults = (recordType: RecordType, line: Record<string, unknown>): Refusal[] => {
  const unknown = Object.keys(line).find(field => !Object.hasOwn(recordType.schema.properties, field))
  if (unknown !== undefined) return [new Refusal(unknown, 'is no field of this type')]
  return checkOf(recordType.schema)(line).map(({ path, message }) => {
    const field = path.replace(/^body\.?/, '')
    return new Refusal(field || undefined, message.startsWith('must have required') ? 'is missing' : message)
  })
}

/** The first of {@link findLineFaults}. */
export const findLineFault = (recordType: RecordType, line: Record<string, unknown>): Refusal | undefined =>
  findLineFaults(recordType, line)[0]
