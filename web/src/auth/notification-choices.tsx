import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sayFailure } from '../api/failures.ts'
import { currentUser } from '../session/data.ts'
import { spoken } from '../text/spoken.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { toast } from '../ui/overlay/toasts.tsx'
import { chooseMails } from './data.ts'

const kinds = ['ticketCreated', 'ticketReply', 'ticketClosed'] as const

/** Selects which mails about tickets the user gets. */
export const NotificationChoices = () => {
  const { t } = useTranslation()
  const title = useId()
  const queryClient = useQueryClient()
  const { data: me } = useSuspenseQuery(currentUser)
  const choose = useMutation({
    ...chooseMails,
    onSuccess: changed => {
      queryClient.setQueryData(currentUser.queryKey, changed)
      toast({ title: spoken(t => t('access.account.mailsKept')) })
    },
    onError: error => toast({ title: spoken(sayFailure(error)), tone: 'danger' }),
  })
  const { email, notifications } = me
  // Show the choice at once; the mutation's state follows a moment later.
  const [asked, setAsked] = useState<Partial<typeof notifications>>({})
  const shown = { ...notifications, ...asked }
  const ask = (choice: typeof asked) => {
    setAsked(choice)
    choose.mutate(choice, { onSettled: () => setAsked({}) })
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
            onChange={({ currentTarget }) => ask({ [kind]: currentTarget.checked })}
          >
            {t(`access.account.mail.${kind}`)}
          </Checkbox>
        ))}
      </div>
    </section>
  )
}
