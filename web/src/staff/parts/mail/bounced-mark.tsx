import type { BouncedMark as Mark } from '@portico/contract/staff/tickets'
import { hasRole } from '@portico/contract/staff-roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { useMe } from '../../session/use-me.ts'
import { resumeOne } from './data.ts'
import './mail-parts.css'

/** That mails to an address come back, why, and the way to send them again. */
export const BouncedMark = ({ bounced, address }: { bounced: Mark; address: string }) => {
  const { t } = useText()
  const { role } = useMe()
  const resuming = useMutation({
    ...resumeOne(useQueryClient()),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  return (
    <div className="bounced-mark">
      <p>
        <MailX className="icon icon--sm" aria-hidden="true" />{' '}
        {t('staffMail.bounced.back', { reason: bounced.diagnostic || '–' })}
      </p>
      {hasRole(role, 'office') && (
        <Button
          size="sm"
          busy={resuming.isPending}
          onClick={() =>
            resuming.mutate(bounced.id, {
              onSuccess: () => toast({ title: localized(t => t('staffMail.bounced.resumed', { address })) }),
            })
          }
        >
          {t('staffMail.bounced.resume')}
          <span className="sr-only"> {address}</span>
        </Button>
      )}
    </div>
  )
}
