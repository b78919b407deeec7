import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { waitUntilReachable } from '../../../../api/connection.ts'
import { cacheDraft, saveDraft } from '../data.ts'
import type { localDrafts } from './local-drafts.ts'
import { isBlank, type MessageContent, type Mode } from './message-content.ts'

// After this time without a key.
const quiet = 1000

type Kept = { ticketid: number; mode: Mode; content: MessageContent; local: ReturnType<typeof localDrafts> }

/**
 * Keeps what is written on the server while it is written and when it is left, and in the browser until the server has it. `settle` waits
 * for what is under way, so that nothing comes after the message itself.
 */
export const useKeptDraft = ({ ticketid, mode, content, local }: Kept) => {
  const client = useQueryClient()
  const blank = isBlank(content)
  const text = blank ? '' : JSON.stringify(content)
  const kept = useRef(text)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const draftOf = () => ({
    mode,
    message: blank ? '' : content.message,
    cc: blank ? null : content.cc || null,
    attachments: blank ? [] : [...content.files],
  })
  const save = useEffectEvent(async (isLeaving = false) => {
    clearTimeout(timer.current)
    if (text === kept.current) return
    const before = kept.current
    kept.current = text
    try {
      const saving = saveDraft(ticketid, draftOf(), isLeaving)
      running.current = saving.catch(() => undefined)
      await saving
      if (kept.current === text) local.save(mode, null)
    } catch {
      if (kept.current === text) kept.current = before
      if (await waitUntilReachable()) void save()
    }
  })
  const change = useEffectEvent(() => {
    if (text === kept.current) return
    local.save(mode, blank ? null : content)
    timer.current = setTimeout(() => void save(), quiet)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of what is written
  useEffect(() => {
    change()
    return () => clearTimeout(timer.current)
  }, [text])

  const leave = useEffectEvent(() => {
    cacheDraft(client, ticketid, draftOf(), blank)
    void save(true)
  })
  useEffect(() => {
    const hide = () => void save(true)
    window.addEventListener('pagehide', hide)
    return () => {
      window.removeEventListener('pagehide', hide)
      leave()
    }
  }, [])

  return {
    settle: async () => {
      clearTimeout(timer.current)
      await running.current
    },
    /** The server has removed the draft together with sending it. */
    forget: () => {
      kept.current = ''
      local.save(mode, null)
    },
  }
}
