import type { PrivacyVersion } from '@portico/contract/staff/portal-settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PortalHtml } from '../../../page/portal-html.tsx'
import { Loaded } from '../../../staff/parts/loaded.tsx'
import { useStaffFormat } from '../../../staff/session/use-staff-format.ts'
import { useText } from '../../../text/use-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { htmlToText } from '../../../ui/editor/plain-html.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { privacyVersion, privacyVersions } from '../settings/data.ts'
import { Part } from '../settings/part.tsx'
import { Changes } from './changes.tsx'
import { TermsEditor } from './terms-editor.tsx'

type Shown = { version: PrivacyVersion; before: PrivacyVersion | undefined }

const useNameOf = () => {
  const { t } = useText()
  return ({ version }: PrivacyVersion) => version ?? t('staffPortalSettings.texts.noName')
}

/** The text of a version. */
const Terms = ({ portalid, version }: { portalid: number; version: PrivacyVersion }) => {
  const query = useQuery(privacyVersion(portalid, version.id))
  return (
    <div className="terms-shown">
      <Loaded query={query}>{data => <PortalHtml className="prose" html={data.html ?? ''} />}</Loaded>
    </div>
  )
}

/** What has changed from one version to another. */
const TermsChanges = ({ portalid, version, before }: { portalid: number } & Required<Shown>) => {
  const after = useQuery(privacyVersion(portalid, version.id))
  const old = useQuery({ ...privacyVersion(portalid, before?.id ?? 0), enabled: before !== undefined })
  return (
    <Loaded query={after}>
      {({ html }) => (
        <Loaded query={old}>
          {({ html: oldHtml }) => <Changes before={htmlToText(oldHtml ?? '')} after={htmlToText(html ?? '')} />}
        </Loaded>
      )}
    </Loaded>
  )
}

const VersionRow = ({
  version,
  onRead,
  onCompare,
}: {
  version: PrivacyVersion
  onRead: () => void
  onCompare: (() => void) | undefined
}) => {
  const { t } = useText()
  const { numericDay } = useStaffFormat()
  const nameOf = useNameOf()
  const { publishedBy: name, publishedOn, isWithdrawn } = version
  const day = numericDay(publishedOn)
  return (
    <div className="setting-row">
      <span className="row-text">
        <span className="row-name">
          {nameOf(version)}
          {isWithdrawn && <span className="row-chip">{t('staffPortalSettings.texts.withdrawn')}</span>}
        </span>
        <small>
          {name === null
            ? t('staffPortalSettings.texts.publishedOn', { day })
            : t('staffPortalSettings.texts.publishedBy', { day, name })}
        </small>
      </span>
      <span className="row-acts">
        {!isWithdrawn && (
          <Button size="sm" tone="ghost" onClick={onRead}>
            {t('staffPortalSettings.texts.read')}
          </Button>
        )}
        {onCompare && (
          <Button size="sm" tone="ghost" onClick={onCompare}>
            {t('staffPortalSettings.texts.compare')}
          </Button>
        )}
      </span>
    </div>
  )
}

/** The privacy terms: what customers read now, a new version, and those before. */
export const Privacy = ({ portalid }: { portalid: number }) => {
  const { t } = useText()
  const { numericDay } = useStaffFormat()
  const nameOf = useNameOf()
  const versions = useQuery(privacyVersions(portalid))
  const [isWriting, setWriting] = useState(false)
  const [shown, setShown] = useState<Shown & { what: 'text' | 'changes' }>()
  const [current] = versions.data ?? []
  const lead =
    versions.data && (!current || current.isWithdrawn)
      ? t('staffPortalSettings.texts.noTerms')
      : current &&
        t('staffPortalSettings.texts.current', {
          version: nameOf(current),
          day: current.validFrom ? numericDay(current.validFrom) : numericDay(current.publishedOn),
        })
  return (
    <Part
      title={t('staffPortalSettings.texts.privacy')}
      lead={lead}
      action={
        !isWriting &&
        versions.data && <Button onClick={() => setWriting(true)}>{t('staffPortalSettings.texts.write')}</Button>
      }
    >
      <Loaded query={versions}>
        {all => (
          <>
            {isWriting && (
              <TermsEditor portalid={portalid} versions={all} onDone={() => setWriting(false)} key="editor" />
            )}
            {!isWriting && current && !current.isWithdrawn && <Terms portalid={portalid} version={current} />}
            <p className="lead">{t('staffPortalSettings.texts.acceptance')}</p>
            {all.length > 0 && (
              <>
                <h3>{t('staffPortalSettings.texts.history')}</h3>
                <div className="setting-rows">
                  {all.map((version, place) => {
                    const before = all[place + 1]
                    return (
                      <VersionRow
                        key={version.id}
                        version={version}
                        onRead={() => setShown({ version, before, what: 'text' })}
                        onCompare={before && (() => setShown({ version, before, what: 'changes' }))}
                      />
                    )
                  })}
                </div>
              </>
            )}
          </>
        )}
      </Loaded>
      {shown && (
        <Dialog
          open
          className="dialog dialog--terms"
          onClose={() => setShown(undefined)}
          title={
            shown.what === 'text' || !shown.before
              ? nameOf(shown.version)
              : t('staffPortalSettings.texts.comparedTo', {
                  before: nameOf(shown.before),
                  after: nameOf(shown.version),
                })
          }
        >
          {shown.what === 'text' ? (
            <Terms portalid={portalid} version={shown.version} />
          ) : (
            <TermsChanges portalid={portalid} version={shown.version} before={shown.before} />
          )}
          <div className="button-row">
            <Button onClick={() => setShown(undefined)} data-autofocus="">
              {t('staffPortalSettings.texts.close')}
            </Button>
          </div>
        </Dialog>
      )}
    </Part>
  )
}
