import { fail } from '../kernel/errors/fail.ts'

/** First and last name without outer spaces; fails with `fill_required_fields` where one is given and empty. */
export const requireNames = <Names extends { firstName?: string | undefined; lastName?: string | undefined }>({
  firstName,
  lastName,
}: Names): Pick<Names, 'firstName' | 'lastName'> => {
  const names = Object.entries({ firstName, lastName }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value.trim()] as const],
  )
  const missing = names.filter(([, value]) => value === '')
  if (missing.length > 0)
    fail('fill_required_fields', { errors: missing.map(([name]) => ({ path: `body.${name}`, message: 'is missing' })) })
  return Object.fromEntries(names) as Pick<Names, 'firstName' | 'lastName'>
}
