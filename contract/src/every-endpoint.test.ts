import { describe, expect, it } from 'vitest'
import { errorStatuses } from './errors.ts'
import { everyEndpoint } from './every-endpoint.ts'
import { flags } from './permissions.ts'

describe('the contract', () => {
  it('names each endpoint once and each method of a path once', () => {
    const names = everyEndpoint.map(({ name }) => name)
    const calls = everyEndpoint.map(({ method, path }) => `${method} ${path.toLowerCase().replace(/:\w+/g, ':')}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('lets nobody into a contact without the contact in the path', () => {
    const open = ['open', 'user', 'portal']
    const guarded = everyEndpoint.filter(({ access }) => typeof access !== 'string' || !open.includes(access))
    expect(guarded.length).toBeGreaterThan(10)
    for (const { name, path } of guarded) expect(path, name).toContain(':contactid')
    for (const { name, path } of everyEndpoint.filter(({ access }) => access === 'portal'))
      expect(path, name).toContain(':company')
  })

  it('has the ten flags, and for each error a status that is an error', () => {
    expect(flags).toHaveLength(10)
    for (const statuses of Object.values(errorStatuses))
      for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400)
  })

  it('answers 201 from what creates and describes the answer of every call but those without one', () => {
    for (const { name, method, status, reply, raw } of everyEndpoint) {
      if (status === 201) expect(method, name).toBe('POST')
      if (method === 'GET') expect(reply !== undefined || raw !== undefined, name).toBe(true)
    }
  })
})
