import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { fileNameOf } from '../../list/file-address.ts'
import { ticketReports } from '../../reports/data.ts'
import type { Format } from '../../session/use-format.ts'
import { useEntered, useHere } from '../../session/use-here.ts'
import { useText } from '../../text/use-text.ts'
import { FileIcon } from '../../ui/files/file-icon.tsx'
import { fileKind } from '../../ui/files/file-kind.ts'

type TicketReportsProps = { ticketId: number; format: Format; children: ReactNode }

/** The reports of a ticket, if the reader may see reports. What follows waits for them, so that the layout does not shift. */
export const TicketReports = ({ ticketId, format, children }: TicketReportsProps) => {
  const { t } = useText()
  const here = useHere()
  const { viewContactActivityReports } = useEntered().contact
  const { data, isLoading } = useQuery({ ...ticketReports(here, ticketId), enabled: viewContactActivityReports })
  if (isLoading) return null
  if (!data?.length) return children
  return (
    <>
      <div className="ticket-reports">
        <h2 className="side-title">{t('ticket.page.reports')}</h2>
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
      {children}
    </>
  )
}
