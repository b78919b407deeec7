import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { localizedFailure } from '../../api/failures.ts'
import { currentUser } from '../../session/data.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { chooseMails } from '../data.ts'

const kinds = ['ticketCreated', 'ticketReply', 'ticketClosed', 'filePublished'] as const

/** Selects which mails the user gets. */
export const NotificationChoices = () => {
  const { t } = useText()
  const title = useId()
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(currentUser)
  const choose = useMutation({
    ...chooseMails,
    onSuccess: changed => {
      queryClient.setQueryData(currentUser.queryKey, changed)
      toast({ title: localized(t => t('access.account.mailsKept')) })
    },
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  const { email, notifications } = me
  // Show the choice at once; the mutation's state follows a moment later.
  const [pending, setPending] = useState<Partial<typeof notifications>>({})
  const shown = { ...notifications, ...pending }
  const save = (choice: typeof pending) => {
    setPending(choice)
    choose.mutate(choice, { onSettled: () => setPending({}) })
  }
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{t('access.account.mails')}</h2>
      <p className="page-sub">{email ? t('access.account.mailsHint', { email }) : t('access.account.mailsHintNone')}</p>
      <div className="form">
        {kinds.map(kind => (
          <Checkbox
            key={kind}
            checked={shown[kind]}
            disabled={!email}
            onChange={({ currentTarget }) => save({ [kind]: currentTarget.checked })}
          >
            {t(`access.account.mail.${kind}`)}
          </Checkbox>
        ))}
      </div>
    </section>
  )
}
