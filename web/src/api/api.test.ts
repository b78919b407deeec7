import { login, readMe } from '@portico/contract/auth'
import { createComment, listTickets, readTicket, uploadTicketAttachment } from '@portico/contract/tickets'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, addressOf, call, callPage } from './api.ts'
import { customerSession } from './customer-session.ts'
import { store, stored } from './local-storage.ts'
import { setRequestSession } from './request-session.ts'
import { beginSession, currentToken, leaveSession, onSessionChange } from './session-token.ts'
import { uploadFile } from './upload-file.ts'

const answers = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json(body, { status, headers: { 'Content-Type': 'application/problem+json', ...headers } }),
    )

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  )

setRequestSession(customerSession)
beforeEach(() => beginSession('secret'))
afterEach(() => {
  vi.restoreAllMocks()
  leaveSession()
  localStorage.clear()
})

it('writes addresses with what is set', () => {
  const params = { company: 'a/b', contactid: 1 }
  const query = { status: 'open', q: '', from: undefined, limit: 50 } as const
  expect(addressOf(listTickets, { params, query })).toBe('/api/a%2Fb/1/tickets?status=open&limit=50')
})

it('sends the token and gives the answer', async () => {
  const fetch = answers(200, { id: 1 })
  expect(await call(readMe, {})).toEqual({ id: 1 })
  expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ Authorization: 'Bearer secret' })
})

it('reads rows, the next cursor and the totals of a page', async () => {
  answers(200, [{ id: 1 }], { Link: '</api/brenta/1/tickets?cursor=a%2Bb&limit=1>; rel="next"', 'Total-Count': '7' })
  const page = await callPage(listTickets, { params: { company: 'brenta', contactid: 1 } })
  expect(page).toMatchObject({ rows: [{ id: 1 }], next: 'a+b', total: 7, amount: undefined })
  answers(200, [], { 'Total-Count': '2', 'Total-Amount': '-12.50', 'Total-Minutes': '90' })
  expect(await callPage(listTickets, { params: { company: 'brenta', contactid: 1 } })).toMatchObject({
    next: undefined,
    amount: -12.5,
    minutes: 90,
  })
})

it('throws what a problem document says', async () => {
  answers(503, { code: 'unavailable', title: 'x', requestId: 'r', errors: [] }, { 'Retry-After': '5' })
  const error = await failureOf(call(readMe, {}))
  expect(error).toMatchObject({ code: 'unavailable', status: 503, requestId: 'r', retryAfter: 5 })
})

it('tells of the end of the session where a refusal ends it while another is read', async () => {
  const cut = { ok: false, status: 401, headers: new Headers(), text: async () => Promise.reject(leaveSession()) }
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(cut as unknown as Response)
  expect(await failureOf(call(readMe, {}))).toMatchObject({ code: 'unauthenticated' })
})

it('forgets the token of a session that has ended, and says so once', async () => {
  const listener = vi.fn()
  const stop = onSessionChange(listener)
  answers(401, { code: 'unauthenticated' })
  await Promise.all([failureOf(call(readMe, {})), failureOf(call(readMe, {}))])
  stop()
  expect(stored('token')).toBeUndefined()
  expect(listener.mock.calls).toEqual([[true]])
})

it('keeps the token of whoever has signed in meanwhile', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    store('token', 'of another')
    return Response.json({ code: 'unauthenticated' }, { status: 401 })
  })
  await failureOf(call(readMe, {}))
  expect(stored('token')).toBe('of another')
  expect(currentToken()).toBe('of another')
})

it('sends nothing of one session with the token of the next, which another tab has stored', async () => {
  const fetch = answers(200, {})
  store('token', 'of another')
  const params = { company: 'brenta', contactid: 1 }
  const body = { taskId: 1, message: 'x' }
  expect(await failureOf(call(createComment, { params, body }))).toMatchObject({ code: 'unauthenticated', status: 401 })
  expect(fetch).not.toHaveBeenCalled()
  await call(readMe, {})
  expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ Authorization: 'Bearer of another' })
})

it('ends what is on its way with its session, and no call that needs none', async () => {
  const started: AbortSignal[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_address, init) =>
      new Promise((_resolve, reject) => {
        const signal = init?.signal ?? new AbortController().signal
        started.push(signal)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  const mine = failureOf(call(readMe, {}))
  await vi.waitFor(() => expect(started).toHaveLength(1), { timeout: 60_000 })
  leaveSession()
  expect(await mine).toMatchObject({ code: 'unauthenticated', status: 401 })
  void call(readMe, {})
  await vi.waitFor(() => expect(started).toHaveLength(2), { timeout: 60_000 })
  beginSession('of another')
  expect(started.map(({ aborted }) => aborted)).toEqual([true, false])
})

it('keeps the token when a password is wrong', async () => {
  answers(401, { code: 'wrong_credentials' })
  const error = await failureOf(call(login, { body: { userName: 'a', password: 'b' } }))
  expect(error).toMatchObject({ code: 'wrong_credentials' })
  expect(stored('token')).toBe('secret')
})

it('calls it a failure of the network when no answer comes', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await failureOf(call(readMe, {}))).toMatchObject({ code: 'network', status: 0 })
})

it('leaves an aborted call to whoever aborted it', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new DOMException('gone', 'AbortError'))
  const params = { company: 'brenta', contactid: 1, ticketid: 2 }
  const error = await failureOf(call(readTicket, { params, signal: AbortSignal.abort() }))
  expect(error).not.toBeInstanceOf(ApiError)
})

it('gives up an upload that something else than the API has answered', async () => {
  class Portal {
    upload = {}
    status = 200
    responseText = '<html>'
    onload = () => {}
    onloadend = () => {}
    open() {}
    setRequestHeader() {}
    send() {
      this.onload()
      this.onloadend()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Portal)
  const params = { company: 'brenta', contactid: 1 }
  const error = await failureOf(uploadFile(uploadTicketAttachment, params, new File(['x'], 'x.txt')))
  vi.unstubAllGlobals()
  expect(error).toMatchObject({ code: 'network' })
})

it('understands a proxy that answers without a problem document', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('<html>', { status: 502 }))
  expect(await failureOf(call(readMe, {}))).toMatchObject({ code: 'unavailable', status: 502 })
})
