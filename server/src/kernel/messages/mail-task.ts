import type { WorkerTask } from '../workers/worker-task.ts'
import type { MailContent, MailPart, MailPicture, RenderedMail, RenderOptions } from './mail-frame.ts'

/**
 * What others wrote in a mail is rendered in this process up to this length, in characters: as with HTML to clean, the way to a worker process
 * and back takes as long.
 */
const SHORT_MAX = 4000

type StoredPart = Exclude<MailPart, { message: string }> | { message: string; pictures: [number, MailPicture][] }

/** A mail that is not rendered yet, as it stands in its job: plain data. */
export type UnrenderedMail = {
  serviceCompanyId: number
  content: { title: string; parts: StoredPart[] }
  options: RenderOptions
}

const othersWords = (part: MailPart): string => ('message' in part ? part.message : 'quote' in part ? part.quote : '')

/** Whether a mail has so much of what others wrote that it is rendered in a worker process. */
export const isLong = ({ parts }: MailContent): boolean =>
  parts.reduce((sum, part) => sum + othersWords(part).length, 0) > SHORT_MAX

/** A mail to be rendered later. */
export const toUnrendered = (
  serviceCompanyId: number,
  { title, parts }: MailContent,
  options: RenderOptions,
): UnrenderedMail => {
  const stored = parts.map(part => ('message' in part ? { ...part, pictures: [...part.pictures] } : part))
  return { serviceCompanyId, content: { title, parts: stored }, options }
}

/** Renders a mail in a worker process. */
export const renderLongMail: WorkerTask<UnrenderedMail, RenderedMail> = {
  name: 'render mail',
  // A hundred times what the longest message takes.
  timeLimitMs: 5000,
  load: async () => {
    const { renderMail } = await import('./mail-frame.ts')
    return ({ content: { title, parts }, options }) => {
      const read = parts.map(part => ('message' in part ? { ...part, pictures: new Map(part.pictures) } : part))
      return renderMail({ title, parts: read }, options)
    }
  },
}

/** All worker tasks of this folder. */
export const messageTasks = [renderLongMail] as const
