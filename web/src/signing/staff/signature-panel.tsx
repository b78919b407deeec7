import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { DocumentView } from '../../list/document-view.tsx'
import { WaitingPanel } from '../../staff/parts/publish/waiting-panel.tsx'
import { useStaffFormat } from '../../staff/session/use-staff-format.ts'
import { useText } from '../../text/use-text.ts'
import { buttonClass } from '../../ui/buttons/button-class.ts'
import { FileIcon } from '../../ui/files/file-icon.tsx'
import { SidePanel } from '../../ui/overlay/side-panel.tsx'
import { type OpenSignature, signature } from './data.ts'
import { SignatureActions } from './signature-actions.tsx'
import { useSignatureWords } from './use-signature-words.ts'

const Facts = ({ document }: { document: OpenSignature }) => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  const { signerOf } = useSignatureWords()
  const { contact, signer, sentOn, sentBy, validUntil, mailedOn, openedOn, lastOpenedOn, reason, message } = document
  const moment = (at: string) => `${numericDay(at)} ${clock(at)}`
  const openedText = () => {
    if (!openedOn || !lastOpenedOn) return t('staffSignatures.panel.notOpened')
    return openedOn === lastOpenedOn
      ? moment(openedOn)
      : t('staffSignatures.panel.openedTwice', { first: moment(openedOn), last: moment(lastOpenedOn) })
  }
  const facts: [string, ReactNode][] = [
    [t('staffSignatures.panel.customer'), contact.companyName],
    [t('staffSignatures.panel.signer'), signerOf(document)],
    [t('staffSignatures.panel.phone'), signer.phone ?? '–'],
    [t('staffSignatures.panel.email'), signer.email ?? '–'],
    [
      t('staffSignatures.panel.sent'),
      sentBy ? t('staffSignatures.panel.sentBy', { day: moment(sentOn), name: sentBy }) : moment(sentOn),
    ],
    [t('staffSignatures.panel.until'), validUntil ? numericDay(validUntil) : t('staffSignatures.panel.noEnd')],
    ...(mailedOn ? [[t('staffSignatures.panel.mailed'), moment(mailedOn)] as [string, ReactNode]] : []),
    [t('staffSignatures.panel.opened'), openedText()],
    ...(reason ? [[t('staffSignatures.panel.reason'), reason] as [string, ReactNode]] : []),
    ...(message ? [[t('staffSignatures.panel.message'), message] as [string, ReactNode]] : []),
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

const stepNames = ['created', 'code_sent', 'code_failed', 'code_wrong', 'signed', 'recorded', 'declined'] as const

const Steps = ({ document: { steps } }: { document: OpenSignature }) => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  const nameOf = (step: string, phone: string | null) => {
    const known = stepNames.find(name => name === step)
    return known ? t(`staffSignatures.steps.${known}`, { phone: phone ?? '' }) : step
  }
  return (
    <section className="published-part" aria-labelledby="steps-title">
      <h3 id="steps-title">{t('staffSignatures.panel.steps')}</h3>
      <ol className="published-lines">
        {steps.map(({ step, at, name, phone, address }) => (
          <li key={`${at} ${step}`}>
            <b>{nameOf(step, phone)}</b> {[`${numericDay(at)} ${clock(at)}`, name, address].filter(Boolean).join(', ')}
          </li>
        ))}
      </ol>
    </section>
  )
}

const fieldNames = ['validUntil', 'phone', 'email'] as const

const History = ({ document: { history } }: { document: OpenSignature }) => {
  const { t } = useText()
  const { numericDay, clock } = useStaffFormat()
  const shownValue = (field: string, value: string | null) =>
    value === null ? '–' : field === 'validUntil' ? numericDay(value) : value
  if (history.length === 0) return null
  return (
    <section className="published-part" aria-labelledby="done-title">
      <h3 id="done-title">{t('staffSignatures.panel.history')}</h3>
      <ol className="published-lines">
        {history.map(({ id, staff, what, at, fields }) => (
          <li key={id}>
            <b>{staff?.displayName ?? t('staffSignatures.panel.somebody')}</b> {t(`staffSignatures.acts.${what}`)},{' '}
            {numericDay(at)} {clock(at)}
            {fields.map(({ field, before, after }) => {
              const known = fieldNames.find(name => name === field)
              return (
                known && (
                  <p key={field}>
                    {t('staffSignatures.change', {
                      field: t(`staffSignatures.fields.${known}`),
                      before: shownValue(field, before),
                      after: shownValue(field, after),
                    })}
                  </p>
                )
              )
            })}
          </li>
        ))}
      </ol>
    </section>
  )
}

const Papers = ({ document }: { document: OpenSignature }) => {
  const { t } = useText()
  const papers = [
    ['signedFile', document.signedFile],
    ['evidenceFile', document.evidenceFile],
    ['sentFile', document.file],
  ] as const
  return (
    <div className="published-actions">
      {papers.map(
        ([name, paper]) =>
          paper && (
            <a key={name} className={buttonClass()} href={paper.url} download={paper.name}>
              <Download className="icon" aria-hidden="true" />
              {t(`staffSignatures.panel.${name}`)}
            </a>
          ),
      )}
    </div>
  )
}

/** A document to sign: how far it is, its evidence, its files, and what can be done with it. */
export const SignaturePanel = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { t } = useText()
  const { stageOf } = useSignatureWords()
  const query = useQuery(signature(id))
  const { data: document, refetch } = query
  if (!document)
    return (
      <WaitingPanel
        query={query}
        title={t('staffSignatures.title')}
        failed={t('staffSignatures.panel.failed')}
        closeLabel={t('staffSignatures.panel.close')}
        onClose={onClose}
      />
    )
  const shown = document.signedFile ?? document.file
  return (
    <SidePanel
      title={document.documentName}
      sub={stageOf(document)}
      icon={<FileIcon kind="pdf" />}
      closeLabel={t('staffSignatures.panel.close')}
      onClose={onClose}
    >
      <div className="published-panel">
        <SignatureActions document={document} />
        <Facts document={document} />
        <Papers document={document} />
        <Steps document={document} />
        <History document={document} />
        <div className="published-preview">
          <DocumentView key={shown.url} url={shown.url} onExpired={() => refetch()} />
        </div>
      </div>
    </SidePanel>
  )
}
