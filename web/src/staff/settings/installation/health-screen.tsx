import type { InstallationHealth } from '@portico/contract/staff/installation'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Stethoscope, TriangleAlert } from 'lucide-react'
import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useLanguage } from '../../../text/texts.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { checkHealth, health, isChecking } from './data.ts'
import { useMoment } from './use-moment.ts'
import './installation.css'

type Finding = InstallationHealth['findings'][number]

const looks = {
  ok: { icon: CircleCheck, tone: 'success' },
  warning: { icon: TriangleAlert, tone: 'warning' },
  broken: { icon: CircleX, tone: 'danger' },
} as const

/** The checks that have a name in the reader's language. */
const named = [
  'settings',
  'database',
  'portals',
  'jobs',
  'webhooks',
  'certificate',
  'seals',
  'demo',
  'quotas',
  'storage',
  'mail',
  'mail domains',
  'disk',
  'backup',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'SMS',
  'API keys',
  'time stamps',
] as const
type Named = (typeof named)[number]

const isNamed = (check: string): check is Named => (named as readonly string[]).includes(check)

const FindingLine = ({ finding }: { finding: Finding }) => {
  const { t } = useText()
  const language = useLanguage()
  const { check, state } = finding
  const { found, todo } = language === 'en-EN' ? finding : finding.texts[language]
  const { icon: Icon, tone } = looks[state]
  return (
    <li className="finding" data-state={state}>
      <span className="state-word" data-tone={tone}>
        <Icon className="icon" aria-hidden="true" />
        {t(`staffInstallation.health.state.${state}`)}
      </span>
      <div>
        <b>{isNamed(check) ? t(`staffInstallation.health.check.${check}`) : check}</b>
        <p>{found}</p>
        {todo && <p className="finding-todo">{todo}</p>}
      </div>
    </li>
  )
}

const rank = { broken: 0, warning: 1, ok: 2 }

const Found = ({ data }: { data: InstallationHealth }) => {
  const { t } = useText()
  const moment = useMoment()
  const { startedAt, finishedAt, findings, done, total } = data
  if (startedAt === null)
    return (
      <EmptyState icon={<Stethoscope className="icon" />} title={t('staffInstallation.health.never')} heading="h3" />
    )
  const count = (state: Finding['state']) => findings.filter(finding => finding.state === state).length
  const sorted = findings.toSorted((a, b) => rank[a.state] - rank[b.state])
  return (
    <>
      <p role="status">
        {isChecking(data)
          ? t('staffInstallation.health.running', { done, total })
          : t('staffInstallation.health.last', { when: moment(finishedAt ?? startedAt) })}{' '}
        {t('staffInstallation.health.sum', { ok: count('ok'), warning: count('warning'), broken: count('broken') })}
      </p>
      <ul className="findings">
        {sorted.map(finding => (
          <FindingLine key={`${finding.check} ${finding.found}`} finding={finding} />
        ))}
      </ul>
    </>
  )
}

/** The checks of the installation: what is in order, what is not, and what to do. */
export const HealthScreen = () => {
  const { t } = useText()
  const query = useQuery(health)
  const checking = useMutation({
    ...checkHealth(useQueryClient()),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  useStaffScreen('staff-health', t('staffSettings.nav.health'))
  const isBusy = checking.isPending || (query.data !== undefined && isChecking(query.data))
  return (
    <section className="record-section" aria-labelledby="health-title">
      <div className="section-head">
        <h2 id="health-title">{t('staffSettings.nav.health')}</h2>
        <Button onClick={() => checking.mutate()} busy={isBusy}>
          <Stethoscope className="icon" aria-hidden="true" />
          {t('staffInstallation.health.checkNow')}
        </Button>
      </div>
      <p className="record-about">{t('staffInstallation.health.about')}</p>
      <Loaded query={query}>{data => <Found data={data} />}</Loaded>
    </section>
  )
}
