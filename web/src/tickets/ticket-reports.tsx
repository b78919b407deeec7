import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ticketReports } from '../reports/data.ts'
import { fileNameOf } from '../shell/file-address.ts'
import type { Format } from '../shell/use-format.ts'
import { useEntered, useHere } from '../shell/use-here.ts'
import { FileIcon } from '../ui/file-icon.tsx'
import { fileKind } from '../ui/file-kind.ts'

type TicketReportsProps = { ticketId: number; format: Format }

/** The reports of a ticket, for those who may see reports (decisions 4): each opens among the others. */
export const TicketReports = ({ ticketId, format }: TicketReportsProps) => {
  const { t } = useTranslation()
  const here = useHere()
  const { viewContactActivityReports } = useEntered().contact
  const { data } = useQuery({ ...ticketReports(here, ticketId), enabled: viewContactActivityReports })
  if (!data?.length) return null
  return (
    <div>
      <h2 className="side-title">{t('tickets.ticket.reports')}</h2>
      <div className="file-list">
        {data.map(report => (
          <Link
            key={report.id}
            className="file-row"
            to="/$company/$contactid/activityreports"
            params={here}
            search={{ open: report.id }}
          >
            <FileIcon kind={fileKind(fileNameOf(report.documentUrl))} />
            <span title={report.name}>
              {report.name}
              <small>{format.numericDay(report.dateTime)}</small>
            </span>
            <ChevronRight className="icon" aria-hidden="true" />
          </Link>
        ))}
      </div>
    </div>
  )
}
