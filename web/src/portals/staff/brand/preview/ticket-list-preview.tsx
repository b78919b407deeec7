import {
  BookOpen,
  Building2,
  ChevronDown,
  ChevronsUpDown,
  FileText,
  Folder,
  Globe,
  Layers,
  Menu,
  Plus,
  Receipt,
  Repeat,
  Search,
  Ticket,
} from 'lucide-react'
import { PortalHtml } from '../../../../page/portal-html.tsx'
import { languageNames } from '../../../../text/languages.ts'
import { useLanguage } from '../../../../text/texts.ts'
import { useText } from '../../../../text/use-text.ts'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { Avatar } from '../../../../ui/feedback/avatar.tsx'
import { Status } from '../../../../ui/feedback/status.tsx'
import { DataTable } from '../../../../ui/table/data-table.tsx'
import type { Column } from '../../../../ui/table/table-column.ts'
import type { BrandValues } from '../draft/draft.ts'
import { PreviewBrand } from './preview-brand.tsx'

const sections = [
  { key: 'tickets', icon: Ticket },
  { key: 'alltickets', icon: Layers },
  { key: 'contracts', icon: FileText },
  { key: 'subscriptions', icon: Repeat },
  { key: 'wiki', icon: BookOpen },
  { key: 'invoices', icon: Receipt },
  { key: 'documents', icon: Folder },
] as const
const groups = [sections.slice(0, 2), sections.slice(2, 5), sections.slice(5)]
const tabs = sections.slice(0, 4)

const tickets = [
  { number: 1284, key: 'one', status: 'progress', colour: '#d93f3f' },
  { number: 1281, key: 'two', status: 'pending', colour: '#d93f3f' },
  { number: 1279, key: 'three', status: 'open', colour: '#2f6fde' },
  { number: 1276, key: 'four', status: 'progress', colour: '#d93f3f' },
  { number: 1270, key: 'five', status: 'closed', colour: '#1f9d61' },
] as const
type Sample = (typeof tickets)[number]

const keyOf = ({ number }: Sample) => number
const rowAttributes = ({ status }: Sample) => ({
  className: 'ticket-row',
  'data-status': status === 'progress' ? 'open' : status,
})

/** The list of tickets of a portal, with invented ones. The classes are those of the portal's own pages. */
export const TicketListPreview = ({ values }: { values: BrandValues }) => {
  const { t } = useText()
  const language = useLanguage()
  const columns: Column<Sample>[] = [
    {
      id: 'number',
      header: t('staffBrand.sample.number'),
      cell: ({ number }) => `#${number}`,
      className: 'cell-id',
      card: 'start',
    },
    {
      id: 'title',
      header: t('staffBrand.sample.title'),
      cell: ({ key, colour }) => (
        <div className="cell-text">
          <span className="row-link">{t(`staffBrand.sample.ticket.${key}`)}</span>
          <div className="cell-sub">
            <span className="type-dot" style={{ '--type-color': colour }} />
            {t(`staffBrand.sample.about.${key}`)}
          </div>
        </div>
      ),
      card: 'title',
    },
    {
      id: 'status',
      header: t('staffBrand.sample.status'),
      cell: ({ status }) => <Status kind={status}>{t(`staffBrand.sample.state.${status}`)}</Status>,
      className: 'cell-fit',
      card: 'end',
    },
    {
      id: 'created',
      header: t('staffBrand.sample.created'),
      cell: ({ key }) => t(`staffBrand.sample.day.${key}`),
      className: 'cell-date',
      card: 'when',
    },
  ]
  const name = t('staffBrand.sample.person')
  return (
    <div className="shell">
      <header className="shell-header">
        <span className="shell-brand">
          <PreviewBrand values={values} />
        </span>
        <span className="header-control portal-switcher">
          <Building2 className="icon" aria-hidden="true" />
          <span className="portal-switcher-name">{t('staffBrand.sample.customer')}</span>
          <ChevronsUpDown className="icon" aria-hidden="true" />
        </span>
        <span className="header-space" />
        <span className="header-control search-trigger">
          <Search className="icon" aria-hidden="true" />
          <span className="header-label">{t('staffBrand.sample.search')}</span>
        </span>
        <span className="header-control language-picker">
          <Globe className="icon" aria-hidden="true" />
          <span className="header-label">{languageNames[language]}</span>
        </span>
        <span className="header-control user-badge">
          <Avatar name={name} />
          <span className="header-label">{name}</span>
          <ChevronDown className="icon header-chevron" aria-hidden="true" />
        </span>
      </header>
      <div className="menu-column">
        <nav className="shell-menu">
          {groups.map(group => (
            <div key={group[0]?.key} className="menu-group">
              {group.map(({ key, icon: Icon }) => (
                <span
                  key={key}
                  className="menu-item"
                  data-section={key}
                  aria-current={key === 'tickets' ? 'page' : undefined}
                >
                  <Icon className="icon" aria-hidden="true" />
                  <span>{t(`staffBrand.sample.menu.${key}`)}</span>
                </span>
              ))}
            </div>
          ))}
        </nav>
      </div>
      <main className="shell-main">
        <div className="page-head">
          <div className="page-title-block">
            <h1 className="page-title">
              {t('staffBrand.sample.menu.tickets')} <span className="page-count">{tickets.length}</span>
            </h1>
          </div>
          <div className="page-actions">
            <span className={buttonClass({ tone: 'primary', className: 'fab' })}>
              <Plus className="icon" aria-hidden="true" />
              {t('staffBrand.sample.new')}
            </span>
          </div>
        </div>
        <div className="ticket-table">
          <DataTable
            caption={t('staffBrand.sample.menu.tickets')}
            className="ticket-list"
            columns={columns}
            rows={tickets}
            keyOf={keyOf}
            rowAttributes={rowAttributes}
            selected={tickets[1].number}
            loadingLabel=""
          />
        </div>
      </main>
      <footer className="shell-footer">
        <PortalHtml className="footer-custom" html={values.footerCustomHtml} />
      </footer>
      <nav className="shell-tabbar">
        {tabs.map(({ key, icon: Icon }) => (
          <span key={key} className="tab-item" aria-current={key === 'tickets' ? 'page' : undefined}>
            <Icon className="icon" aria-hidden="true" />
            <span>{t(`staffBrand.sample.menu.${key}`)}</span>
          </span>
        ))}
        <span className="tab-item">
          <Menu className="icon" aria-hidden="true" />
          <span>{t('staffBrand.sample.more')}</span>
        </span>
      </nav>
    </div>
  )
}
