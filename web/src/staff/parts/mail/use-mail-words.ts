import { useText } from '../../../text/use-text.ts'

const reasons = [
  ...(['unreadable', 'no_sender', 'rejected', 'automatic', 'unproven', 'staff_without_token'] as const),
  ...(['may_not_raise', 'several_customers', 'unknown_sender', 'no_ticket_type', 'empty'] as const),
  ...(['spam', 'other_sender', 'visit'] as const),
]

/** Why a mail waits for the staff, in words. */
export const useMailWords = () => {
  const { t } = useText()
  return (code: string) =>
    code === 'too_many' ? t('staffMail.tooMany') : t(`staffMail.reason.${reasons.find(one => one === code) ?? 'other'}`)
}
