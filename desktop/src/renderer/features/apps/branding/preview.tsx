import type { PlayerLanguage } from '@openauth/client'
import { Select } from '@openauth/ui/select'
import type { CSSProperties } from 'react'
import { type MessageId, useTranslate } from '../../../i18n/i18n.ts'
import { colourOf } from './brand-form.ts'
import { type PageProps, type PreviewPage, previewPages } from './preview-pages.tsx'

interface Props extends PageProps {
  language: PlayerLanguage
  page: PreviewPage
  onPageChange: (page: PreviewPage) => void
}

const names = Object.keys(previewPages) as PreviewPage[]

/** The players' pages as they will be with what is in the fields. */
export const Preview = ({ language, page, onPageChange, ...shown }: Props) => {
  const t = useTranslate()
  const colour = colourOf(shown.values.color)
  const Page = previewPages[page]
  return (
    <figure className="brand-preview" aria-label={t('branding.preview')}>
      <Select
        label={t('branding.previewPage')}
        isLabelHidden
        options={names.map((value) => ({ value, label: t(`branding.text_${value}` as MessageId) }))}
        value={page}
        onValueChange={onPageChange}
      />
      <div
        className={colour ? 'brand-page brand-page-own' : 'brand-page'}
        data-theme="dark"
        data-page={page}
        style={{ '--ui-accent': colour } as CSSProperties}
        lang={language}
      >
        <Page {...shown} />
      </div>
      <figcaption>{t('branding.previewNote')}</figcaption>
    </figure>
  )
}
