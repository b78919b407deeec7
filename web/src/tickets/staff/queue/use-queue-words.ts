import { useMemo } from 'react'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useText } from '../../../text/use-text.ts'
import { type Dated, type Due, dueOf, type Span, spanOf } from './due.ts'

/** Ages and due times in words. */
export const useQueueWords = () => {
  const { t } = useText()
  const { clock, dayOf, numericDay, ticketDay } = useStaffFormat()
  return useMemo(() => {
    const span = ({ unit, count }: Span) => t(`staffQueue.span.${unit}`, { count })
    const dueText = (due: Due, dueAt: string) => {
      if (due.level === 'late') return t('staffQueue.due.late', { span: span(due.since) })
      const time = clock(dueAt)
      if (due.day === 'today') return t(`staffQueue.due.${due.what}`, { time })
      if (due.day === 'tomorrow') return t(`staffQueue.due.${due.what}Tomorrow`, { time })
      if (due.day === 'far') return numericDay(dueAt)
      const [weekday = '', date = ''] = ticketDay(dueAt).split(' ')
      return t('staffQueue.due.week', { day: `${weekday.slice(0, 3)} ${Number(date)}`, time })
    }
    return {
      /** How long ago the last message of a ticket was written: "22 min". */
      age: ({ lastMessageOn, createdOn }: { lastMessageOn: string | null; createdOn: string }, now: number) =>
        span(spanOf(now - Date.parse(lastMessageOn ?? createdOn))),
      /** When something is due, and how soon; null if nothing is. */
      due: (ticket: Dated, now: number) => {
        const due = dueOf(ticket, now, dayOf)
        return due && ticket.dueAt ? { level: due.level, text: dueText(due, ticket.dueAt) } : null
      },
    }
  }, [t, clock, dayOf, numericDay, ticketDay])
}
