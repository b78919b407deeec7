import { readdirSync } from 'node:fs'
import { errorStatuses } from '@portico/contract/errors'
import { flags } from '@portico/contract/permissions'
import { sections } from '@portico/contract/sections'
import { isReservedWord } from '@portico/contract/values/portal-key'
import { describe, expect, it } from 'vitest'
import { portalApi } from '../src/apis.ts'
import { everySection } from '../src/sections/every-section.ts'

describe('the contract', () => {
  it('names each endpoint once and each method of a path once', () => {
    const names = portalApi.endpoints.map(({ name }) => name)
    const calls = portalApi.endpoints.map(({ method, path }) => `${method} ${path.toLowerCase().replace(/:\w+/g, ':')}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('has the contact in the path of every endpoint that needs a membership', () => {
    const open = ['open', 'user', 'portal']
    const guarded = portalApi.endpoints.filter(({ access }) => typeof access !== 'string' || !open.includes(access))
    expect(guarded.length).toBeGreaterThan(10)
    for (const { name, path } of guarded) expect(path, name).toContain(':contactid')
    for (const { name, path } of portalApi.endpoints.filter(({ access }) => access === 'portal'))
      expect(path, name).toContain(':company')
  })

  it('has the ten flags, and for each error a status that is an error', () => {
    expect(flags).toHaveLength(10)
    for (const statuses of Object.values(errorStatuses))
      for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400)
  })

  it('replies 201 where it creates something, and has a schema for every reply with a body', () => {
    for (const { name, method, status, reply, raw } of portalApi.endpoints) {
      if (status === 201) expect(method, name).toBe('POST')
      if (method === 'GET') expect(reply !== undefined || raw !== undefined, name).toBe(true)
    }
  })

  it('reserves the first word of each call, so that no portal hides it', () => {
    const words = portalApi.endpoints.flatMap(({ path }) => path.split('/')[2] ?? [])
    const fixed = words.filter(word => !word.startsWith(':'))
    expect(fixed.length).toBeGreaterThan(10)
    for (const word of fixed) expect(isReservedWord(word), word).toBe(true)
  })
})

const foldersWith = (file: string) => {
  const root = new URL('../src/', import.meta.url)
  return readdirSync(root, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && readdirSync(new URL(`${entry.name}/`, root)).includes(file))
    .map(({ name }) => name)
}

describe('the sections', () => {
  it('are all in the list, under the names of their folders', () => {
    const names = everySection.map(({ name }) => name)
    // These register as a section does, but stand above them.
    expect([...names, 'demo', 'inbound-mail', 'operator-api', 'publishing', 'staff', 'upkeep'].sort()).toEqual(
      foldersWith('section.ts').sort(),
    )
  })

  it('have the names of the contract', () => {
    const names = everySection.map(({ name }) => name)
    for (const name of Object.keys(sections)) expect(names).toContain(name)
  })
})
