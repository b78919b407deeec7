import type { MailProvider, StaffMailbox } from '@portico/contract/staff/mail'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api.ts'
import { failureOf, useFailureText } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { DismissButton, FormDialog } from '../../parts/form-dialog.tsx'
import { useMe } from '../../session/use-me.ts'
import { ConsentForm, type GrantedValues, usualServers } from './consent-form.tsx'
import { type AskedConsent, ConsentState } from './consent-state.tsx'
import { applyConsent, askConsent, consentState } from './data.ts'
import { readImapUrl, writeImapUrl } from './imap-url.ts'

type ConsentDialogProps = {
  provider: MailProvider
  /** The mailbox that opens by another consent; undefined: one is added. */
  mailbox?: StaffMailbox | undefined
  onClose: () => void
}

/** What the server or the provider has said of a mailbox that does not open. */
const saidOf = (error: unknown) => {
  const said = error instanceof ApiError ? error.errors.find(({ path }) => path === 'body.imapUrl')?.message : undefined
  return said?.replace(/^does not open: /, '')
}

type WaitingProps = Omit<ConsentDialogProps, 'provider'> & {
  asked: AskedConsent
  values: GrantedValues
  onAgain: () => void
  onEdit: (isTaken: boolean) => void
}

/** A consent that was asked for: waits for it, and then opens the mailbox with it. */
const Waiting = ({ asked, mailbox, values, onAgain, onEdit, onClose }: WaitingProps) => {
  const { t } = useText()
  const text = useFailureText()
  const { data } = useQuery(consentState(asked.id, asked.interval))
  const applying = useMutation(applyConsent(useQueryClient()))
  const { address, portalId, groupId } = values
  const user = mailbox ? readImapUrl(mailbox.imapUrl ?? '').user : address
  const apply = () => {
    const imapUrl = writeImapUrl({ ...values, user: address }) ?? ''
    const use = mailbox ? { mailboxid: mailbox.id } : { added: { address, imapUrl, portalId: portalId ?? 0, groupId } }
    applying.mutate(
      { grantid: asked.id, ...use },
      {
        onSuccess: ({ address }) => {
          const added = localized(t => t('staffMailboxes.added', { address }))
          toast({ title: mailbox ? localized(t => t('staffMailboxes.consent.renewed', { address })) : added })
          onClose()
        },
      },
    )
  }
  const isGranted = data?.state === 'granted'
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is used once, when it was granted
  useEffect(() => {
    if (isGranted) apply()
  }, [isGranted])

  const again = (
    <Button tone="primary" onClick={onAgain}>
      {t('staffMailboxes.consent.again')}
    </Button>
  )
  const { error } = applying
  const said = saidOf(error)
  const isTaken = error !== null && failureOf(error).code === 'conflict'
  return (
    <>
      {data?.state === 'refused' && (
        <Alert tone="danger" title={t('staffMailboxes.consent.refused')}>
          {data.problem ? t('staffMailboxes.consent.says', { text: data.problem }) : null}
        </Alert>
      )}
      {data?.state === 'expired' && (
        <Alert tone="warning" title={t('staffMailboxes.consent.expired')}>
          {t('staffMailboxes.consent.expiredText')}
        </Alert>
      )}
      {error && (
        <Alert tone="danger" title={said === undefined ? undefined : t('staffMailboxes.consent.doesNotOpen', { user })}>
          {said === undefined
            ? isTaken
              ? t('staffMailboxes.addressTaken')
              : text(error)
            : `${t('staffMailboxes.consent.sameOwner', { user })} ${t('staffMailboxes.serverSays', { text: said })}`}
        </Alert>
      )}
      {(!data || data.state === 'waiting' || (isGranted && !error)) && (
        <ConsentState asked={asked} user={user} isBusy={isGranted} />
      )}
      <div className="button-row">
        <DismissButton>{t('words.cancel')}</DismissButton>
        {!mailbox && (error || data?.state === 'refused') && (
          <Button onClick={() => onEdit(isTaken)}>{t('staffMailboxes.consent.back')}</Button>
        )}
        {error && !isTaken && <Button onClick={apply}>{t('words.retry')}</Button>}
        {(data?.state === 'refused' || data?.state === 'expired' || said !== undefined) && again}
      </div>
    </>
  )
}

/** Adds a mailbox that opens by the consent of its owner, or renews the consent of one. */
export const ConsentDialog = ({ provider, mailbox, onClose }: ConsentDialogProps) => {
  const { t } = useText()
  const text = useFailureText()
  const { portals } = useMe()
  const asking = useMutation(askConsent)
  const name = t(`staffMailboxes.consent.provider.${provider}`)
  const [isTaken, setTaken] = useState(false)
  const [values, setValues] = useState<GrantedValues>({
    address: '',
    server: usualServers[provider],
    folder: 'INBOX',
    portalId: portals.length === 1 ? (portals[0]?.id ?? null) : null,
    groupId: null,
  })
  const ask = () => asking.mutate(provider)
  const { data: asked, error } = asking
  return (
    <FormDialog
      open
      onClose={onClose}
      className="dialog dialog--invite"
      title={
        mailbox
          ? t('staffMailboxes.consent.renewTitle', { address: mailbox.address })
          : t('staffMailboxes.consent.title', { provider: name })
      }
    >
      {error && <Alert tone="danger">{text(error)}</Alert>}
      {asked ? (
        <Waiting
          key={asked.id}
          asked={asked}
          mailbox={mailbox}
          values={values}
          onAgain={ask}
          onEdit={taken => {
            setTaken(taken)
            asking.reset()
          }}
          onClose={onClose}
        />
      ) : mailbox ? (
        <>
          <p>{t('staffMailboxes.consent.aboutRenew', { provider: name })}</p>
          <div className="button-row">
            <DismissButton>{t('words.cancel')}</DismissButton>
            <Button tone="primary" busy={asking.isPending} onClick={ask} data-autofocus="">
              {t('staffMailboxes.consent.ask')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{t('staffMailboxes.consent.about', { provider: name })}</p>
          <ConsentForm
            initial={values}
            isTaken={isTaken}
            busy={asking.isPending}
            onSubmit={typed => {
              setValues(typed)
              ask()
            }}
          />
        </>
      )}
    </FormDialog>
  )
}
