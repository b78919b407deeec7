import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useFailureText } from '../api/failures.ts'
import { PortalHtml } from '../page/portal-html.tsx'
import { useFormat } from '../session/use-format.ts'
import { useText } from '../text/use-text.ts'
import { RetryPanel } from '../ui/feedback/retry-panel.tsx'
import { privacyTerms } from './data.ts'

/** The privacy terms of the portal in the URL, with their version. */
export const PrivacyText = () => {
  const { t } = useText()
  const { company = '' } = useParams({ strict: false })
  const { numericDay } = useFormat()
  const failure = useFailureText()
  const { data, error, refetch, isFetching } = useQuery(privacyTerms(company))
  if (error && !data)
    return (
      <RetryPanel title={t('words.couldNotLoad')} retry={t('words.retry')} onRetry={refetch} busy={isFetching}>
        {failure(error)}
      </RetryPanel>
    )
  if (!data) return null
  if (!data.html) return <p>{t('portals.privacy.empty')}</p>
  const { html, version, validFrom } = data
  return (
    <article>
      {version && validFrom && (
        <p className="page-sub">{t('portals.privacy.version', { version, date: numericDay(validFrom) })}</p>
      )}
      <PortalHtml className="prose" html={html} />
    </article>
  )
}
