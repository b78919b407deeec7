import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { localeOf } from '../../../../text/languages.ts'
import { useLanguage } from '../../../../text/texts.ts'
import { useText } from '../../../../text/use-text.ts'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { portalColour } from '../draft/css-colour.ts'
import type { BrandValues } from '../draft/draft.ts'
import { MailPreview } from './mail-preview.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import { SignInPreview } from './sign-in-preview.tsx'
import { TicketListPreview } from './ticket-list-preview.tsx'

const widths = { wide: 1280, phone: 390 } as const
const phoneHeight = 780

type Size = { width: number; height: number }

/** The available that an element has, in pixels. */
const useAvailableSize = () => {
  const element = useRef<HTMLDivElement>(null)
  const [available, setRoom] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, available] as const
}

type PreviewStageProps = { portalid: number; portalKey: string; values: BrandValues; fallbackColour: string }

/** What customers would see: their list of tickets, the sign-in page, a mail; light and dark, on a wide screen and on a phone. */
export const PreviewStage = ({ portalid, portalKey, values, fallbackColour }: PreviewStageProps) => {
  const { t } = useText()
  const locale = localeOf(useLanguage())
  const [screen, setScreen] = useState<'list' | 'signIn' | 'mail'>('list')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const [device, setDevice] = useState<keyof typeof widths>('wide')
  const [stage, available] = useAvailableSize()
  const colour = portalColour(values.baseColor) ?? fallbackColour
  const width = widths[device]
  const scale = Math.min(1, available.width / width) || 1
  const height = device === 'phone' ? Math.min(phoneHeight, available.height / scale) : available.height / scale
  const frame = {
    width,
    height: Math.max(320, Math.round(height)),
    lang: locale,
    baseColor: colour,
    css: values.customCss,
  }
  return (
    <section className="brand-stage" aria-label={t('staffBrand.preview')}>
      <div className="brand-stage-bar">
        <SegmentedControl
          label={t('staffBrand.screen.label')}
          options={(['list', 'signIn', 'mail'] as const).map(value => ({
            value,
            text: t(`staffBrand.screen.${value}`),
          }))}
          value={screen}
          onChange={setScreen}
        />
        {screen !== 'mail' && (
          <SegmentedControl
            label={t('staffBrand.scheme.label')}
            options={[
              {
                value: 'light',
                text: (
                  <>
                    <Sun className="icon" aria-hidden="true" />
                    {t('staffBrand.scheme.light')}
                  </>
                ),
              },
              {
                value: 'dark',
                text: (
                  <>
                    <Moon className="icon" aria-hidden="true" />
                    {t('staffBrand.scheme.dark')}
                  </>
                ),
              },
            ]}
            value={scheme}
            onChange={setScheme}
          />
        )}
        <SegmentedControl
          label={t('staffBrand.device.label')}
          options={[
            {
              value: 'wide',
              text: (
                <>
                  <Monitor className="icon" aria-hidden="true" />
                  <span className="sr-only">{t('staffBrand.device.wide')}</span>
                </>
              ),
            },
            {
              value: 'phone',
              text: (
                <>
                  <Smartphone className="icon" aria-hidden="true" />
                  <span className="sr-only">{t('staffBrand.device.phone')}</span>
                </>
              ),
            },
          ]}
          value={device}
          onChange={setDevice}
        />
        <span className="page-sub">{t('staffBrand.notPublic')}</span>
      </div>
      <div className="brand-room" ref={stage}>
        <div
          className="brand-preview"
          style={{ '--frame-w': `${width}px`, '--frame-h': `${frame.height}px`, '--frame-scale': String(scale) }}
        >
          {screen === 'mail' ? (
            <MailPreview portalid={portalid} values={values} colour={colour} width={width} height={frame.height} />
          ) : screen === 'list' ? (
            <PreviewFrame
              {...frame}
              title={t('staffBrand.frame.list')}
              root={{ portal: portalKey, screen: 'tickets', scheme }}
            >
              <TicketListPreview values={values} />
            </PreviewFrame>
          ) : (
            <PreviewFrame
              {...frame}
              title={t('staffBrand.frame.signIn')}
              root={{ portal: portalKey, screen: 'login', scheme }}
            >
              <SignInPreview values={values} />
            </PreviewFrame>
          )}
        </div>
      </div>
    </section>
  )
}
