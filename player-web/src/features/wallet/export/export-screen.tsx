import { Button } from '@openauth/ui/button'
import { Notice } from '../../../components/notice.tsx'
import { Empty } from '../../../components/states.tsx'
import { useTranslate } from '../../../i18n/i18n.ts'
import { ErrorMessage } from '../../../session/login/error-message.tsx'
import { Screen } from '../screen.tsx'
import { ProofForm } from './proof-form.tsx'
import { RevealedKey } from './revealed-key.tsx'
import { usePrivateKey } from './use-private-key.ts'
import './export.css'

const Warning = () => {
  const t = useTranslate()
  return (
    <Notice>
      <p>
        <strong>{t('export.warning')}</strong>
      </p>
      <p>{t('export.advice')}</p>
    </Notice>
  )
}

const Step = ({ state, isAsking, reveal }: ReturnType<typeof usePrivateKey>) => {
  const t = useTranslate()
  switch (state.step) {
    case 'hidden':
      return (
        <>
          <ErrorMessage error={state.error} />
          <Button variant="primary" className="wide" loading={isAsking} onClick={() => void reveal()}>
            {t('export.show')}
          </Button>
        </>
      )
    case 'proof':
      return <ProofForm error={state.error} isBusy={isAsking} onShow={(shown) => void reveal(shown)} />
    case 'shown':
      return <RevealedKey value={state.key} />
    case 'disabled':
      return <Empty icon="key">{t('export.disabled')}</Empty>
  }
}

/** Shows the private key of the Solana wallet, for users who want to keep it themselves. */
const ExportScreen = () => {
  const t = useTranslate()
  const key = usePrivateKey()
  return (
    <Screen title={t('wallet.export')}>
      <Warning />
      <Step {...key} />
    </Screen>
  )
}

export default ExportScreen
