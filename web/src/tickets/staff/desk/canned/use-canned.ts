import type { CannedAnswer, FilledCannedAnswer } from '@portico/contract/staff/canned-answers'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { localizedFailure } from '../../../../api/failures.ts'
import { localized } from '../../../../text/localized.tsx'
import { toast } from '../../../../ui/overlay/toasts.tsx'
import type { OpenTicket } from '../../data.ts'
import { cannedAnswers, fillCanned } from './data.ts'
import { matchingAnswers, slashWord } from './matching.ts'

const textBeforeCaret = () => {
  const selection = document.getSelection()
  const node = selection?.anchorNode
  if (!selection?.isCollapsed || node?.nodeType !== Node.TEXT_NODE) return ''
  if (!node.parentElement?.closest('.composer .editor-area')) return ''
  return (node.textContent ?? '').slice(0, selection.anchorOffset)
}

type CannedInput = {
  ticket: Pick<OpenTicket, 'id' | 'portal'>
  /** Puts a filled answer in place of the last characters before the caret. */
  onInsert: (filled: FilledCannedAnswer, replaced: number) => void
}

/** The canned answers that are offered while one types a word behind a `/`. */
export const useCanned = ({ ticket, onInsert }: CannedInput) => {
  const [word, setWord] = useState<string | null>(null)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const isAsked = word !== null && word !== dismissed
  // They are there before the first slash: whoever knows a shortcut types it and Enter at once.
  const { data, isPending, isError } = useQuery(cannedAnswers)
  const items = isAsked && data ? matchingAnswers(data, ticket.portal.id, word) : []
  const fill = useMutation(fillCanned(ticket.id))

  useEffect(() => {
    const read = () => {
      const now = slashWord(textBeforeCaret())
      setWord(now)
      if (now === null) setDismissed(null)
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word, another list
  useEffect(() => setActive(0), [word])

  const dismiss = () => setDismissed(word)
  const choose = async (answer: CannedAnswer) => {
    const replaced = (word?.length ?? 0) + 1
    dismiss()
    try {
      onInsert(await fill.mutateAsync(answer.id), replaced)
    } catch (error) {
      toast({
        tone: 'danger',
        title: localized(t => t('staffTicket.canned.failed')),
        text: localized(localizedFailure(error)),
      })
    }
  }

  /** Handles a key of the text while answers are offered; says whether it did. */
  const onKey = (event: KeyboardEvent) => {
    if (!isAsked || event.ctrlKey || event.metaKey || event.altKey) return false
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Escape') dismiss()
    else if (items.length === 0) return isPending && event.key === 'Enter'
    else if (move !== 0) setActive((active + move + items.length) % items.length)
    else if (event.key === 'Enter' || event.key === 'Tab') {
      const chosen = items[active]
      if (chosen) void choose(chosen)
    } else return false
    return true
  }

  return { word: isAsked ? word : null, items, active, setActive, choose, dismiss, onKey, isPending, isError }
}

/** See {@link useCanned}. */
export type Canned = ReturnType<typeof useCanned>
