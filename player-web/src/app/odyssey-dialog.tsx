import { Button } from '@openauth/ui/button'
import { Dialog } from '../components/dialog.tsx'
import { useConfig } from '../config/config.ts'
import { odysseyTaskUrl } from '../config/sites.ts'
import { useOpenLink } from '../session/use-open-link.ts'
import { useTranslate } from '../i18n/i18n.ts'

/** Says that the Odyssey task is done, with a link back to it. */
const OdysseyDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslate()
  const { odyssey } = useConfig()
  const openLink = useOpenLink()
  const open = () => {
    openLink(odysseyTaskUrl(odyssey, location))
    onClose()
  }
  return (
    <Dialog title={t('odyssey.completed')} onClose={onClose}>
      <p className="note">{t('odyssey.text')}</p>
      <Button variant="primary" onClick={open}>
        {t('odyssey.open')}
      </Button>
    </Dialog>
  )
}

export default OdysseyDialog
