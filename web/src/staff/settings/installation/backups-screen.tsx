import type { InstallationBackups } from '@portico/contract/staff/installation'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, DatabaseBackup, TriangleAlert } from 'lucide-react'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { fileSize } from '../../../ui/files/file-size.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { type PlainColumn, PlainTable } from '../../parts/plain-table.tsx'
import { toastFailure } from '../../parts/toast-failure.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { backups, checkBackup, makeBackup } from './data.ts'
import { useMoment } from './use-moment.ts'
import './installation.css'

type Backup = InstallationBackups['backups'][number]

const HOUR = 3_600_000

const State = ({ backup: { state, checkedAt, damage } }: { backup: Backup }) => {
  const { t } = useText()
  const moment = useMoment()
  if (state === 'unfinished')
    return (
      <span className="state-word" data-tone="warning">
        <TriangleAlert className="icon" aria-hidden="true" />
        {t('staffInstallation.backups.unfinished')}
      </span>
    )
  if (state === 'dump') return <span>{t('staffInstallation.backups.dump')}</span>
  if (checkedAt === null) return <span>{t('staffInstallation.backups.unchecked')}</span>
  const Icon = damage === null ? CircleCheck : CircleX
  return (
    <span>
      <span className="state-word" data-tone={damage === null ? 'success' : 'danger'}>
        <Icon className="icon" aria-hidden="true" />
        {t(damage === null ? 'staffInstallation.backups.whole' : 'staffInstallation.backups.damaged', {
          when: moment(checkedAt),
        })}
      </span>
      {damage && (
        <span className="cell-line" lang="en">
          {damage}
        </span>
      )}
    </span>
  )
}

/**
 * When the next backup is to be expected, in milliseconds: as long after the newest as that came after the one before. The timer of the
 * machine is not known here, and what was made in between by hand is no rhythm.
 */
const expectedAfter = (backups: readonly Backup[]): number | undefined => {
  const [newest, before] = backups.filter(({ state }) => state !== 'unfinished').map(({ madeAt }) => Date.parse(madeAt))
  if (newest === undefined || before === undefined) return undefined
  const rhythm = newest - before
  return rhythm >= 20 * HOUR && rhythm <= 8 * 24 * HOUR ? newest + rhythm : undefined
}

const Listed = ({ data }: { data: InstallationBackups }) => {
  const { t } = useText()
  const { locale } = useStaffFormat()
  const moment = useMoment()
  const checking = useMutation({ ...checkBackup(useQueryClient()), onError: toastFailure })
  const { folder, mayMake, withFiles, task, failure } = data
  const expected = expectedAfter(data.backups)
  const columns: PlainColumn<Backup>[] = [
    { id: 'name', title: t('staffInstallation.backups.column.name'), cell: ({ name }) => name },
    {
      id: 'made',
      title: t('staffInstallation.backups.column.made'),
      kind: 'date',
      cell: ({ madeAt }) => moment(madeAt),
    },
    {
      id: 'size',
      title: t('staffInstallation.backups.column.size'),
      kind: 'num',
      isEmpty: ({ state }) => state === 'unfinished',
      cell: ({ state, bytes }) => (state === 'unfinished' ? '' : fileSize(bytes, locale)),
    },
    {
      id: 'state',
      title: t('staffInstallation.backups.column.state'),
      cell: backup => <State backup={backup} />,
    },
    {
      id: 'actions',
      title: t('staffInstallation.backups.column.actions'),
      kind: 'act',
      cell: ({ state, name }) =>
        state === 'whole' && (
          <Button
            tone="ghost"
            disabled={task !== null}
            aria-label={t('staffInstallation.backups.checkOne', { name })}
            onClick={() => checking.mutate(name)}
          >
            {t('staffInstallation.backups.check')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <p role="status">
        {task === null
          ? ''
          : task.kind === 'make'
            ? t('staffInstallation.backups.making', { since: moment(task.startedAt) })
            : t('staffInstallation.backups.checking', { name: task.name ?? '', since: moment(task.startedAt) })}
      </p>
      {failure && (
        <Alert tone="danger" title={t('staffInstallation.backups.failed', { when: moment(failure.at) })}>
          <p lang="en">{failure.reason}</p>
        </Alert>
      )}
      {folder === null ? (
        <Alert tone="warning" title={t('staffInstallation.backups.noFolder')}>
          {t('staffInstallation.backups.noFolderText')}
        </Alert>
      ) : (
        <p className="record-about">
          {t('staffInstallation.backups.folder', { folder })} {!mayMake && t('staffInstallation.backups.ownTools')}{' '}
          {!withFiles && t('staffInstallation.backups.withoutFiles')}{' '}
          {expected === undefined
            ? t('staffInstallation.backups.unplanned')
            : t(expected > Date.now() ? 'staffInstallation.backups.next' : 'staffInstallation.backups.overdue', {
                when: moment(new Date(expected).toISOString()),
              })}
        </p>
      )}
      {folder !== null && data.backups.length === 0 && <p>{t('staffInstallation.backups.none')}</p>}
      {data.backups.length > 0 && (
        <PlainTable labelledBy="backups-title" columns={columns} rows={data.backups} keyOf={({ name }) => name} />
      )}
      <section aria-labelledby="restore-title" className="installation-part">
        <h3 id="restore-title">{t('staffInstallation.restore.title')}</h3>
        <p>{t('staffInstallation.restore.text')}</p>
        <ol className="installation-steps">
          <li>{t('staffInstallation.restore.stop')}</li>
          <li>
            {t('staffInstallation.restore.run')} <code>DATA_DIR=… npx portico restore BACKUP</code>
          </li>
          <li>{t('staffInstallation.restore.start')}</li>
        </ol>
      </section>
    </>
  )
}

/** The backups of the installation. */
export const BackupsScreen = () => {
  const { t } = useText()
  const query = useQuery(backups)
  const making = useMutation({ ...makeBackup(useQueryClient()), onError: toastFailure })
  useStaffScreen('staff-backups', t('staffSettings.nav.backups'))
  return (
    <section className="record-section" aria-labelledby="backups-title">
      <div className="section-head">
        <h2 id="backups-title">{t('staffSettings.nav.backups')}</h2>
        {query.data?.mayMake && (
          <Button
            onClick={() => making.mutate()}
            busy={making.isPending || query.data.task?.kind === 'make'}
            disabled={query.data.task !== null}
          >
            <DatabaseBackup className="icon" aria-hidden="true" />
            {t('staffInstallation.backups.make')}
          </Button>
        )}
      </div>
      <Loaded query={query}>{data => <Listed data={data} />}</Loaded>
    </section>
  )
}
