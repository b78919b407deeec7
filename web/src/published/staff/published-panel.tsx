import type { PublicationChange, PublishedDetail, PublishedKind } from '@portico/contract/staff/published'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, ExternalLink, Eye, EyeOff, Pencil, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useFailureText } from '../../api/failures.ts'
import { DocumentView } from '../../list/document-view.tsx'
import { WaitingPanel } from '../../staff/parts/publish/waiting-panel.tsx'
import { isOffice } from '../../staff/session/routes.ts'
import { useMe } from '../../staff/session/use-me.ts'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { localized } from '../../text/localized.tsx'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { FileIcon } from '../../ui/files/file-icon.tsx'
import { fileKind } from '../../ui/files/file-kind.ts'
import { Alert } from '../../ui/overlay/alert.tsx'
import { SidePanel } from '../../ui/overlay/side-panel.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { ChangeDialog, ReplaceDialog, WithdrawDialog } from './action-dialogs.tsx'
import { type OpenFile, publishedFile, restorePublished } from './data.ts'
import { usePublishedWords } from './use-published-words.ts'

const Facts = ({ file }: { file: PublishedDetail }) => {
  const { t } = useText()
  const { euro, numericDay } = useStaffFormat()
  const { contact, total, date, revision, publishedOn, arrivedFrom, original } = file
  const facts: [string, ReactNode][] = [
    [t('staffPublished.panel.customer'), contact?.companyName ?? t('staffPublished.everybody')],
    ...(total === null ? [] : [[t('staffPublished.panel.total'), euro(total)] as [string, ReactNode]]),
    ...(date === null ? [] : [[t('staffPublished.panel.date'), numericDay(date)] as [string, ReactNode]]),
    ...(revision ? [[t('staffPublished.panel.revision'), revision] as [string, ReactNode]] : []),
    arrivedFrom
      ? [
          t('staffPublished.panel.arrived'),
          `${numericDay(publishedOn)}, ${t('staffPublished.fromCustomer', { name: arrivedFrom.referentName })}`,
        ]
      : [t('staffPublished.panel.published'), numericDay(publishedOn)],
    ...(original
      ? [
          [
            t('staffPublished.panel.original'),
            <a key="original" href={original.url} download={original.name}>
              {original.name}
            </a>,
          ] as [string, ReactNode],
        ]
      : []),
  ]
  return (
    <dl className="published-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Openings = ({ file: { openings, contact } }: { file: PublishedDetail }) => {
  const { t } = useText()
  const { shortDay, clock } = useStaffFormat()
  return (
    <section className="published-part" aria-labelledby="openings-title">
      <h3 id="openings-title">{t('staffPublished.panel.opened')}</h3>
      {openings.length === 0 ? (
        <p className="published-none">{t('staffPublished.panel.nobody')}</p>
      ) : (
        <ul className="published-lines">
          {openings.map(({ webUserId, referentName, companyName, lastAt, count }) => {
            const when = { day: shortDay(lastAt), time: clock(lastAt), count }
            return (
              <li key={`${webUserId} ${companyName}`}>
                <b>{contact ? referentName : `${referentName}, ${companyName}`}</b>{' '}
                {count === 1 ? t('staffPublished.panel.openedOnce', when) : t('staffPublished.panel.openedTimes', when)}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

const fieldNames = ['number', 'title', 'name', 'revision', 'date', 'total'] as const

const Change = ({ change }: { change: PublicationChange }) => {
  const { t } = useText()
  const { shortDay, clock } = useStaffFormat()
  const { staff, what, at, reason, fields, formerFile } = change
  const nameOf = (field: string) => {
    const known = fieldNames.find(name => name === field)
    return known ? t(`staffPublished.fields.${known}`) : field
  }
  return (
    <li>
      <b>{staff?.displayName ?? t('staffPublished.panel.somebody')}</b> {t(`staffPublished.acts.${what}`)},{' '}
      <time dateTime={at}>
        {shortDay(at)} {clock(at)}
      </time>
      {reason && <p className="published-reason">{reason}</p>}
      {fields.map(({ field, before, after }) => (
        <p key={field}>
          {t('staffPublished.change', { field: nameOf(field), before: before ?? '–', after: after ?? '–' })}
        </p>
      ))}
      {formerFile && (
        <p>
          <a href={formerFile.url} target="_blank" rel="noreferrer">
            {t('staffPublished.formerFile', { name: formerFile.name })}
          </a>
        </p>
      )}
    </li>
  )
}

const History = ({ file: { history } }: { file: PublishedDetail }) => {
  const { t } = useText()
  return (
    <section className="published-part" aria-labelledby="history-title">
      <h3 id="history-title">{t('staffPublished.panel.history')}</h3>
      {history.length === 0 ? (
        <p className="published-none">{t('staffPublished.panel.noHistory')}</p>
      ) : (
        <ol className="published-lines">
          {history.map(change => (
            <Change key={change.id} change={change} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** What the staff can do with the file. */
const Actions = ({ file }: { file: OpenFile }) => {
  const { t } = useText()
  const client = useQueryClient()
  const failure = useFailureText()
  const [asked, setAsked] = useState<'change' | 'replace' | 'withdraw'>()
  const restoring = useMutation({
    ...restorePublished(client, file),
    onSuccess: () => toast({ title: localized(t => t('staffPublished.actions.restored')) }),
  })
  const close = () => setAsked(undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is drawn with a frame
    <div className="published-actions" role="group" aria-label={t('staffPublished.actions.label')}>
      {restoring.error && <Alert tone="danger">{failure(restoring.error)}</Alert>}
      <Button onClick={() => setAsked('change')}>
        <Pencil className="icon" aria-hidden="true" />
        {t('staffPublished.actions.change')}
      </Button>
      {!file.arrivedFrom && (
        <Button onClick={() => setAsked('replace')}>
          <RefreshCw className="icon" aria-hidden="true" />
          {t('staffPublished.actions.replace')}
        </Button>
      )}
      {file.withdrawnOn ? (
        <Button busy={restoring.isPending} onClick={() => restoring.mutate()}>
          <Eye className="icon" aria-hidden="true" />
          {t('staffPublished.actions.restore')}
        </Button>
      ) : (
        <Button onClick={() => setAsked('withdraw')}>
          <EyeOff className="icon" aria-hidden="true" />
          {t('staffPublished.actions.withdraw')}
        </Button>
      )}
      {asked === 'change' && <ChangeDialog file={file} onClose={close} />}
      {asked === 'replace' && <ReplaceDialog file={file} onClose={close} />}
      {asked === 'withdraw' && <WithdrawDialog file={file} onClose={close} />}
    </div>
  )
}

type PanelProps = { open: { kind: PublishedKind; recordid: number }; onClose: () => void }

/** A published file: who has opened it, what was done with it, and the file as customers see it. */
export const PublishedPanel = ({ open, onClose }: PanelProps) => {
  const { t } = useText()
  const { shortDay } = useStaffFormat()
  const { nameOf, kindOf } = usePublishedWords()
  const mayWrite = isOffice(useMe())
  const query = useQuery(publishedFile(open))
  const { data: file, refetch } = query
  if (!file)
    return (
      <WaitingPanel
        query={query}
        title={t('staffPublished.title')}
        failed={t('staffPublished.panel.failed')}
        closeLabel={t('staffPublished.panel.close')}
        onClose={onClose}
      />
    )
  return (
    <SidePanel
      title={nameOf(file)}
      sub={kindOf(file)}
      icon={<FileIcon kind={fileKind(file.file.name)} />}
      closeLabel={t('staffPublished.panel.close')}
      onClose={onClose}
      tools={
        <>
          <a
            className="icon-button"
            href={file.file.url}
            download={file.file.name}
            aria-label={t('lists.file.download')}
            title={t('lists.file.download')}
          >
            <Download className="icon" aria-hidden="true" />
          </a>
          <a
            className="icon-button"
            href={file.file.url}
            target="_blank"
            rel="noreferrer"
            aria-label={t('lists.file.newTab')}
            title={t('lists.file.newTab')}
          >
            <ExternalLink className="icon" aria-hidden="true" />
          </a>
        </>
      }
    >
      <div className="published-panel">
        {file.withdrawnOn && (
          <Alert tone="warning">{t('staffPublished.panel.isWithdrawn', { day: shortDay(file.withdrawnOn) })}</Alert>
        )}
        {file.replacedOn && (
          <Alert tone="info">{t('staffPublished.panel.isReplaced', { day: shortDay(file.replacedOn) })}</Alert>
        )}
        {mayWrite && <Actions file={file} />}
        <Facts file={file} />
        <Openings file={file} />
        <History file={file} />
        <div className="published-preview">
          <DocumentView key={file.file.url} url={file.file.url} onExpired={() => refetch()} />
        </div>
      </div>
    </SidePanel>
  )
}
