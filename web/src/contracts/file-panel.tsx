import { type ComponentProps, useMemo } from 'react'
import { DocumentPanel } from '../list/document-panel.tsx'
import { useFormat } from '../session/use-format.ts'
import type { ContractFile } from './rules.ts'

type FilePanelProps = { file: ContractFile; list: ComponentProps<typeof DocumentPanel>['list'] }

/** The report of an activity, or a document of a contract. */
export const FilePanel = ({ file: { title, day, url }, list }: FilePanelProps) => {
  const format = useFormat()
  const sub = useMemo(() => day && `${format.ticketDay(day)} ${format.clock(day)}`, [format, day])
  return <DocumentPanel list={list} title={title} sub={sub} url={url} />
}
