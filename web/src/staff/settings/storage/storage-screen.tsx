import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../text/use-text.ts'
import { fileSize } from '../../../ui/files/file-size.ts'
import { type PlainColumn, PlainTable } from '../../parts/plain-table.tsx'
import { useMe } from '../../session/use-me.ts'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { SettingsSection } from '../parts/settings-section.tsx'
import { storageUse } from './data.ts'
import './storage.css'
import { UseBar } from './use-bar.tsx'

type Row = { key: string | number; name: ReactNode; bytes: number; files: number }

const UseTable = ({ caption, rows }: { caption: string; rows: readonly Row[] }) => {
  const { t } = useText()
  const { locale, number } = useStaffFormat()
  const columns: PlainColumn<Row>[] = [
    { id: 'name', title: caption, cell: ({ name }) => name },
    { id: 'files', title: t('staffStorage.files'), kind: 'num', cell: ({ files }) => number(files) },
    { id: 'size', title: t('staffStorage.size'), kind: 'num', cell: ({ bytes }) => fileSize(bytes, locale) },
  ]
  return <PlainTable label={caption} columns={columns} rows={rows} keyOf={({ key }) => key} hasCards={false} />
}

/** What the files of the company take, and how much they may. */
export const StorageScreen = () => {
  const { t } = useText()
  const { portals, isInstallationOperator } = useMe()
  const query = useQuery(storageUse)
  useStaffScreen('staff-storage', t('staffSettings.nav.storage'))
  const use = query.data
  const hasSeveral = portals.length > 1
  return (
    <>
      <SettingsSection title={t('staffSettings.nav.storage')} lead={t('staffStorage.lead')} query={query}>
        {use && <UseBar {...use} />}
        {use && isInstallationOperator && <Link to="/settings/companies">{t('staffStorage.change')}</Link>}
      </SettingsSection>
      {use && use.kinds.length > 0 && (
        <div className="settings-grid">
          <SettingsSection title={t('staffStorage.byKind')}>
            <UseTable
              caption={t('staffStorage.kindTitle')}
              rows={use.kinds.map(({ kind, ...sums }) => ({
                key: kind,
                name: t(`staffStorage.kind.${kind}`),
                ...sums,
              }))}
            />
          </SettingsSection>
          <SettingsSection title={t('staffStorage.byCustomer')}>
            <UseTable
              caption={t('staffStorage.customer')}
              rows={use.customers.map(({ contactId, companyName, webPortalName, ...sums }) => ({
                key: contactId,
                name: (
                  <>
                    {companyName}
                    {hasSeveral && <small className="cell-line">{webPortalName}</small>}
                  </>
                ),
                ...sums,
              }))}
            />
          </SettingsSection>
          {hasSeveral && (
            <SettingsSection title={t('staffStorage.byPortal')}>
              <UseTable
                caption={t('staffStorage.portal')}
                rows={use.portals.map(({ portal, ...sums }) => ({
                  key: portal?.id ?? 0,
                  name: portal?.webPortalName ?? t('staffStorage.noPortal'),
                  ...sums,
                }))}
              />
            </SettingsSection>
          )}
        </div>
      )}
    </>
  )
}
