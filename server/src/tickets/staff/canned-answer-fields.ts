import { type CannedAnswerField, cannedAnswerFields } from '@portico/contract/staff/canned-answers'
import { escapeHtmlText } from '../../kernel/html/escape-html.ts'

/** What the fields of a canned answer stand for on one ticket, as text; null: the ticket has nothing for it. */
export type FieldValues = Record<CannedAnswerField, string | null>

/** A tag, or a field outside of tags. */
const PIECE = /<[^<>]*>|\{\{([^{}<>]{1,60})\}\}/g

const knownField = (name: string): CannedAnswerField | undefined => cannedAnswerFields.find(field => field === name)

/**
 * Fills in the fields of a cleaned text, with values that are escaped. What is unknown or has no value stays as it is written, and is named
 * in `unresolved`.
 */
export const fillFields = (html: string, values: FieldValues): { message: string; unresolved: string[] } => {
  const unresolved = new Set<string>()
  const message = html.replace(PIECE, (piece, written?: string) => {
    if (written === undefined) return piece
    const name = written.trim().toLowerCase()
    const field = knownField(name)
    const value = field && values[field]
    if (value) return escapeHtmlText(value)
    unresolved.add(name)
    return piece
  })
  return { message, unresolved: [...unresolved] }
}
