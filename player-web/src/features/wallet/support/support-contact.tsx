import { Button } from '@openauth/ui/button'
import { useCopied } from '../../../components/use-copied.ts'
import { useConfig } from '../../../config/config.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { Announcement } from '../announcement.tsx'

/** A text with a mail link in place of the address. */
const TextWithAddress = ({ email }: { email: string }) => {
  const t = useTranslate()
  const [before, after] = t('support.text', { email: '\n' }).split('\n')
  return (
    <p className="support-text">
      {before}
      <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
      {after}
    </p>
  )
}

/** The operator's support contact, if there is one. */
export const SupportContact = () => {
  const t = useTranslate()
  const { supportEmail } = useConfig()
  const { isCopied, copy } = useCopied()
  if (supportEmail === null) return null
  return (
    <div className="support">
      <TextWithAddress email={supportEmail} />
      <Button onClick={() => void copy(supportEmail)}>{t(isCopied ? 'copy.copied' : 'support.copy')}</Button>
      <Announcement>{isCopied && t('copy.copied')}</Announcement>
    </div>
  )
}
