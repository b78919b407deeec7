import type { DocumentToSign } from '@portico/contract/signing'
import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useParams } from '@tanstack/react-router'
import { FileX2 } from 'lucide-react'
import { ApiError } from '../api/api.ts'
import { useFailureText } from '../api/failures.ts'
import { DocumentView } from '../list/document-view.tsx'
import { DownloadLink } from '../list/download-link.tsx'
import { FocusPage } from '../page/focus-page.tsx'
import { useFormat } from '../session/use-format.ts'
import { useScreen } from '../session/use-screen.ts'
import { useText } from '../text/use-text.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { FileIcon } from '../ui/files/file-icon.tsx'
import { documentToSign } from './data.ts'
import './signing.css'

const isClosed = (state: string | undefined) => state === 'declined' || state === 'expired' || state === 'withdrawn'

/** Why a document does not open: its key is unknown or no longer valid. */
const Closed = ({ error }: { error: ApiError }) => {
  const { t } = useText()
  const { detail, reason } = error
  const title = isClosed(detail) ? t(`signing.closed.${detail as 'declined'}`) : t('signing.closed.unknown')
  return (
    <EmptyState heading="h1" icon={<FileX2 className="icon" />} title={title}>
      {reason && <span className="closed-reason">{t('signing.closed.reason', { reason })}</span>}
      {isClosed(detail)
        ? t('signing.closed.closedText')
        : `${t('errors.invalid_code')}. ${t('signing.closed.unknownText')}`}
    </EmptyState>
  )
}

const Paper = ({ document, renew }: { document: DocumentToSign; renew: () => Promise<unknown> }) => {
  const { t } = useText()
  const { numericDay } = useFormat()
  const { url, fileName, signedOn, sentOn } = document
  return (
    <section className="card sign-doc" aria-label={fileName}>
      <div className="side-panel-head">
        <FileIcon kind="pdf" />
        <div className="side-panel-title">
          <h2>{fileName}</h2>
          <p>
            {signedOn
              ? t('signing.fileSigned', { date: numericDay(signedOn) })
              : t('signing.fileSent', { date: numericDay(sentOn) })}
          </p>
        </div>
        <div className="side-panel-tools">
          <DownloadLink url={url} label={t('signing.download')} />
        </div>
      </div>
      <DocumentView key={url} url={url} onExpired={renew} />
    </section>
  )
}

/** The layout of a document to sign: the document, and the current step beside it. */
export const SignLayout = () => {
  const { t } = useText()
  const failure = useFailureText()
  const { company, documentkey } = useParams({ from: '/$company/documents/$documentkey' })
  const { data, error, refetch, isFetching } = useQuery(documentToSign(documentkey))
  useScreen('document', data?.documentName)
  const own = data?.portalSettings.webPortalKey
  if (own && own !== company)
    return <Navigate to="/$company/documents/$documentkey" params={{ company: own, documentkey }} replace />
  if (data)
    return (
      <FocusPage className="sign-page">
        <Paper document={data} renew={refetch} />
        <Outlet />
      </FocusPage>
    )
  return (
    <FocusPage className="focus-main focus-main--narrow">
      <div className="card card-body">
        {!error ? (
          <div className="sign-loading" aria-busy="true">
            <span className="skeleton" />
            <span className="skeleton" />
          </div>
        ) : error instanceof ApiError && error.code === 'invalid_code' ? (
          <Closed error={error} />
        ) : (
          <RetryPanel
            heading="h1"
            title={t('signing.closed.failed')}
            retry={t('words.retry')}
            onRetry={() => void refetch()}
            busy={isFetching}
          >
            {failure(error)}
          </RetryPanel>
        )}
      </div>
    </FocusPage>
  )
}
