import type { DraftFile } from '../../../draft.ts'
import { hasContent } from '../../../rules.ts'

/** What is being written: an answer to the customer, or a note for the staff. */
export const modes = ['answer', 'note'] as const
export type Mode = (typeof modes)[number]

/** What is written: the text, for an answer the copy list as typed, and the files that are uploaded. */
export type MessageContent = { message: string; cc: string; files: readonly DraftFile[] }

export const noContent: MessageContent = { message: '', cc: '', files: [] }

/** Whether there is nothing that would be lost. A copy list alone is nothing: it is filled in beforehand. */
export const isBlank = ({ message, files }: MessageContent) => !hasContent(message) && files.length === 0

/** What was given back, before what has been written since. */
export const joinContents = (first: MessageContent, then: MessageContent): MessageContent => ({
  message: `${first.message}${then.message}`,
  cc: first.cc || then.cc,
  files: [...first.files, ...then.files.filter(({ id }) => first.files.every(file => file.id !== id))],
})
