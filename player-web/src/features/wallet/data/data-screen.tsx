import { Button } from '@openauth/ui/button'
import { useTranslate } from '../../../i18n/i18n.ts'
import { ErrorMessage } from '../../../session/login/error-message.tsx'
import { ProofForm } from '../export/proof-form.tsx'
import { Screen } from '../screen.tsx'
import { Deletion } from './deletion.tsx'
import { useDataExport } from './use-data-export.ts'
import './data.css'

/** Everything that is stored about the user, as a file. */
const Export = () => {
  const t = useTranslate()
  const { isAsked, isBusy, isDone, error, start } = useDataExport()
  return (
    <section className="data-part">
      <h2>{t('data.export')}</h2>
      <p className="note">{t('data.exportHint')}</p>
      {isAsked ? (
        <ProofForm error={error} isBusy={isBusy} onShow={(shown) => void start(shown)} />
      ) : (
        <>
          <ErrorMessage error={error} />
          {isDone && <output className="note">{t('data.exported')}</output>}
          <Button variant="primary" className="wide" loading={isBusy} onClick={() => void start()}>
            {t('data.download')}
          </Button>
        </>
      )}
    </section>
  )
}

/** The user's data: an export, and the deletion of the account. */
const DataScreen = () => {
  const t = useTranslate()
  return (
    <Screen title={t('wallet.data')}>
      <Export />
      <Deletion />
    </Screen>
  )
}

export default DataScreen
