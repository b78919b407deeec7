import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FocusPage } from '../page/focus-page.tsx'
import { NotFoundPage } from '../page/not-found-screen.tsx'
import { usePortalMissing } from '../session/use-here.ts'
import { useScreen } from '../session/use-screen.ts'
import { PageTabs } from './page-tabs.tsx'
import './portals.css'

type PortalPageProps = {
  name: 'privacy' | 'contacts'
  /** Outside of the shell, for whoever is not signed in (decisions 7): with ways of its own to the other pages. */
  alone?: boolean
  children: ReactNode
}

/** A page that the portal publishes about itself. */
export const PortalPage = (props: PortalPageProps) => (usePortalMissing() ? <NotFoundPage /> : <Page {...props} />)

const Page = ({ name, alone = false, children }: PortalPageProps) => {
  const { t } = useTranslation()
  const title = t(`portals.${name}.title`)
  useScreen(name, title)
  const page = (
    <>
      <div className="page-head">
        <h1 className="page-title">{title}</h1>
      </div>
      {alone && <PageTabs />}
      <div className="text-page">{children}</div>
    </>
  )
  return alone ? <FocusPage>{page}</FocusPage> : page
}
