import { afterEach, expect, it, vi } from 'vitest'
import { loadOnce, loadPart, waitBeforeNextTry } from './load-part.ts'

afterEach(() => document.head.replaceChildren())

it('retries until the chunk is loaded, and passes the number of tries', async () => {
  const waits: number[] = []
  waitBeforeNextTry(async tries => void waits.push(tries))
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error()).mockRejectedValueOnce(new Error())
  load.mockResolvedValue('part')
  expect(await loadPart(load)).toBe('part')
  expect(waits).toEqual([1, 2])
})

it('loads a failed style sheet of the app again, and no other', async () => {
  const link = (href: string) => {
    const made = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    document.head.append(made)
    made.dispatchEvent(new Event('error'))
    return made
  }
  const own = link('/assets/wiki-screen.css')
  const portals = link('/api/files/portal.css')
  const loading = loadOnce(async () => 'part')
  const fresh = document.head.querySelector<HTMLLinkElement>('link[href="/assets/wiki-screen.css"]')
  expect(fresh).not.toBe(own)
  expect(portals.isConnected).toBe(true)
  fresh?.dispatchEvent(new Event('load'))
  expect(await loading).toBe('part')
  expect(document.head.querySelectorAll('link')).toHaveLength(2)
})
