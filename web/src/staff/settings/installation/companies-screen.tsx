import type { InstallationCompany } from '@portico/contract/staff/installation'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Building2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { fileSize } from '../../../ui/files/file-size.ts'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useStaffFormat } from '../../session/use-staff-format.ts'
import { useStaffScreen } from '../../session/use-staff-screen.ts'
import { StartLinkDialog } from '../parts/copy-dialog.tsx'
import { companies, linkCompany } from './data.ts'
import { AddCompanyDialog, AddPortalDialog, RenameCompanyDialog, RenamePortalDialog } from './name-dialogs.tsx'
import { QuotaDialog } from './quota-dialog.tsx'
import './installation.css'

type Portal = InstallationCompany['portals'][number]
type Open =
  | { act: 'add' }
  | { act: 'link'; name: string; link: string }
  | { act: 'rename' | 'portal' | 'quota'; company: InstallationCompany }
  | { act: 'renamePortal'; portal: Portal }

const Company = ({ company, onOpen }: { company: InstallationCompany; onOpen: (open: Open) => void }) => {
  const { t } = useText()
  const { locale } = useStaffFormat()
  const { id, name, isOwn, hasAdministrator, portals, storedBytes, storageQuota } = company
  const linking = useMutation({
    ...linkCompany,
    onSuccess: ({ link }) => onOpen({ act: 'link', name, link }),
    onError: error => toast({ title: localized(localizedFailure(error)), tone: 'danger' }),
  })
  const stored = fileSize(storedBytes, locale)
  return (
    <li className="installation-company">
      <div className="section-head">
        <h3>{isOwn ? t('staffInstallation.companies.own', { name }) : name}</h3>
        <Button tone="ghost" onClick={() => onOpen({ act: 'rename', company })}>
          {t('staffInstallation.companies.rename')}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button tone="ghost" onClick={() => onOpen({ act: 'portal', company })}>
          {t('staffInstallation.companies.addPortal')}
          <span className="sr-only"> {name}</span>
        </Button>
        {!hasAdministrator && (
          <Button tone="ghost" busy={linking.isPending} onClick={() => linking.mutate(id)}>
            {t('staffInstallation.companies.makeLink')}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      <div className="installation-use">
        <span className="record-about">
          {storageQuota === null
            ? t('staffInstallation.companies.stored', { stored })
            : t('staffInstallation.companies.storedOf', { stored, quota: fileSize(storageQuota, locale) })}
        </span>
        <Button tone="ghost" size="sm" onClick={() => onOpen({ act: 'quota', company })}>
          {t('staffInstallation.quota.change')}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      {storageQuota !== null && storedBytes >= storageQuota && (
        <p className="state-word" data-tone="danger">
          <TriangleAlert className="icon" aria-hidden="true" />
          {t('staffInstallation.quota.isFull')}
        </p>
      )}
      {!hasAdministrator && (
        <p className="state-word" data-tone="warning">
          <TriangleAlert className="icon" aria-hidden="true" />
          {t('staffInstallation.companies.noAdministrator')}
        </p>
      )}
      {portals.length === 0 ? (
        <p>{t('staffInstallation.companies.noPortal')}</p>
      ) : (
        <ul className="installation-portals">
          {portals.map(portal => (
            <li key={portal.id}>
              <span>
                <a href={`/${portal.webPortalKey}/login`}>{portal.webPortalName}</a>
                <span className="installation-about">
                  /{portal.webPortalKey}, {t('staffInstallation.companies.customers', { count: portal.customers })}
                </span>
              </span>
              <Button tone="ghost" onClick={() => onOpen({ act: 'renamePortal', portal })}>
                {t('staffInstallation.companies.rename')}
                <span className="sr-only"> {portal.webPortalName}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** The service companies of the installation, with their portals. */
export const CompaniesScreen = () => {
  const { t } = useText()
  const query = useQuery(companies)
  const [open, setOpen] = useState<Open>()
  useStaffScreen('staff-companies', t('staffSettings.nav.companies'))
  const close = () => setOpen(undefined)
  return (
    <section className="record-section" aria-labelledby="companies-title">
      <div className="section-head">
        <h2 id="companies-title">{t('staffSettings.nav.companies')}</h2>
        {query.data && <span className="page-count">{query.data.length}</span>}
        <Button onClick={() => setOpen({ act: 'add' })}>
          <Building2 className="icon" aria-hidden="true" />
          {t('staffInstallation.companies.add')}
        </Button>
      </div>
      <Loaded query={query}>
        {found => (
          <ul className="installation-companies">
            {found.map(company => (
              <Company key={company.id} company={company} onOpen={setOpen} />
            ))}
          </ul>
        )}
      </Loaded>
      {open?.act === 'add' && (
        <AddCompanyDialog
          onClose={close}
          onAdded={({ company, link }) => setOpen({ act: 'link', name: company.name, link })}
        />
      )}
      {open?.act === 'link' && (
        <StartLinkDialog
          title={t('staffInstallation.link.title', { name: open.name })}
          text={t('staffInstallation.link.text')}
          link={open.link}
          onClose={close}
        />
      )}
      {open?.act === 'rename' && <RenameCompanyDialog company={open.company} onClose={close} />}
      {open?.act === 'quota' && <QuotaDialog company={open.company} onClose={close} />}
      {open?.act === 'portal' && <AddPortalDialog company={open.company} onClose={close} />}
      {open?.act === 'renamePortal' && <RenamePortalDialog portal={open.portal} onClose={close} />}
    </section>
  )
}
